//! Boards, coins and trees: Nim in disguise, and how to win without a search.
//!
//! Most games that people really play do not look like heaps. Some of them are heaps all the same, once one
//! sees what to count; for others a single idea names the winner of a board that no computer could search.
//!
//! # Moves that do not help
//!
//! On every row of a board stand a white and a black piece. A move takes a piece of your own along its row, forwards or
//! backwards, not over the other. Whoever cannot move loses. (Northcott's game. Let us say that you are white.)
//!
//! Count the free squares between the two pieces of a row. To go forward makes the number smaller, by any amount: that is a move
//! in Nim. To go back makes it larger, but the opponent takes back at once what you added, and you are nearer to
//! your edge. So retreats change nothing, and the gaps are Nim heaps:
//!
//! ```text
//! $ grundy moves northcott 'W...B/.W.B.'
//! N: the player to move wins. Winning moves:
//!   ..W.B/.W.B.
//! ```
//!
//! Such moves are called *reversible*. The same idea solves Staircase Nim, in which any number of coins goes
//! from a stair to the next lower one. Only the stairs 1, 3, 5, ... count: what comes down to an odd stair from an
//! even one is passed on by the opponent, and what leaves an odd stair is gone.
//!
//! ```text
//! $ grundy value staircase 3 1 4 1 5
//! 2
//! ```
//!
//! ```
//! use grundy::nimber::Nimber;
//! // The stairs 1, 3 and 5.
//! assert_eq!(Nimber(3) ^ Nimber(4) ^ Nimber(5), Nimber(2));
//! ```
//!
//! # Coins in a row
//!
//! Some coins lie in a row. A move turns coins over, and the rightmost one that is turned must go from heads to tails, so that play
//! ends. Which sets of coins may be turned makes the game. Every coin that shows heads is a component of its own: two
//! coins at the same place would cancel, as two equal heaps do, and so a row is the sum of its heads.
//!
//! - *Turning Turtles*: one coin or two. The coin at place `n` is a Nim heap of `n`, and this is Nim.
//! - *Mock Turtles*: up to three. The coin at place `n` is worth the `n`-th number with an odd number of ones in binary
//!   (1, 2, 4, 7, 8, 11, ...).
//! - *Ruler*: any number of neighbours. The value is the largest power of 2 that divides `n`, as the marks on a ruler.
//!
//! ```text
//! $ grundy value mock-turtles TTTH
//! 7
//! $ grundy value ruler TTTH
//! 4
//! $ grundy table ruler --to 8 --csv
//! n,value
//! 1,1
//! 2,2
//! 3,1
//! 4,4
//! 5,1
//! 6,2
//! 7,1
//! 8,8
//! ```
//!
//! On a rectangle, two games can be multiplied: choose the rows as in one, the columns as in the other, and turn every coin where a chosen row and
//! a chosen column meet. **The tartan theorem** says that a coin is worth the *product* of what its row and its column are worth, in a
//! multiplication that makes a field of the numbers, with the nim-sum as its addition: `2 * 2 = 3`, `2 * 3 = 1`.
//!
//! ```text
//! $ grundy nim product 2 3
//! 1
//! $ grundy value turning-corners TTT/TTT/TTH
//! 2
//! ```
//!
//! # Trees: the colon principle and fusion
//!
//! In green Hackenbush a move cuts an edge of a drawing that stands on the ground, and what has lost the ground falls. A stalk of
//! `n` edges is a heap of `n`. Where several branches meet at a vertex, they may be replaced by one stalk as long as their nim-sum (the
//! *colon principle*), and so any tree shrinks to a stalk, from the leaves to the ground. Where edges go round in a circle, all its vertices may be made one
//! (the *fusion principle*), which leaves loops, each worth a stalk of one edge. Two branches of one edge cancel:
//!
//! ```text
//! $ grundy value hackenbush ground-a a-b a-c
//! 1
//! ```
//!
//! # To answer with a copy
//!
//! In Cram two players place dominoes on a board, across or down. On a board of even sides the second player always answers with the
//! domino that a half turn makes of the last one. It never overlaps with it, and so there is always an answer:
//!
//! ```text
//! $ grundy explain cram 4x6
//! ######/######/######/###### is worth 0
//! Pairing: a half turn leaves the board as it is, so each move is answered by its image.
//!   1,1 and 1,2 is answered by 4,5 and 4,6
//! P: the player to move loses, whatever the move.
//! ```
//!
//! If one side is odd and the other even, the first player takes the two squares in the centre, and is the second
//! player from then on. Nothing had to be searched, and the board may be as large as one likes. Only for odd by odd no
//! such idea is known.
//!
//! # To steal a strategy
//!
//! In Chomp a move bites off a square with everything below it and to the right of it; the square at the top left is poison. Suppose that to bite the far corner
//! lost. Then the opponent has a winning answer to it. But that answer takes the corner with it, so it could have been the first move.
//! Either way the first player wins, on every board but 1x1.
//!
//! The argument does not say with which move. That takes a search, and on a large board a long one. What keeps the searches of boards short are
//! the ideas of [`values`](super::values): parts that do not touch are added up (a board of Chomp never falls apart), what a part is worth is
//! remembered, and mirror images are one board.
//!
//! ```text
//! $ grundy moves chomp 4x5
//! N: the player to move wins. Winning moves:
//!   row 3, column 3, which leaves 5,5,2,2
//! ```
//!
//! # When play can go in circles
//!
//! On a graph with cycles play may never end, and a third letter is needed: **D**, a draw. One starts at the vertices without a
//! way out, which are lost, and goes backwards: what leads to a lost vertex is won, what leads to won ones only is lost. What is never reached is
//! drawn, for there each player can always avoid to lose.
//!
//! ```text graph.txt
//! 1 2
//! 2 1
//! 3 2
//! 3 4
//! 5 3
//! ```
//!
//! ```text
//! $ grundy graph graph.txt
//! 5 vertices, 5 edges, 4 vertices can reach a cycle; N 1, P 2, D 2; largest nimber 0
//! vertex  value  outcome  moves left  best moves
//! 1       ∞      D        -           2
//! 2       ∞      D        -           1
//! 3       ∞{0}   N        1           4
//! 4       0      P        0
//! 5       0      P        2
//! ```
//!
//! *Sources:* Winning Ways, chapters 3 (Northcott, stairs), 7 (Hackenbush), 14 (coins); Gale, *A curious Nim-type game*, American Mathematical
//! Monthly 81 (1974), for Chomp; Gardner, *Mathematical Games*, Scientific American, February 1974, for Cram; Lenstra, *Nim multiplication* (1977).
