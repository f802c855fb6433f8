//! The games on boards that have a name; [`board`](crate::board) plays them.

use super::Entry;
use super::catalogue::find_in;
use crate::language::phrase;

/// Finds a game on boards by its name or another name for it, as [`find`](super::find) does.
///
/// ```
/// use grundy::games::{find, find_board};
/// assert_eq!(find_board("edge-kayles").map(|entry| entry.name), Some("arc-kayles"));
/// assert!(find("chomp").is_none(), "it has no rule in the notation");
/// ```
pub fn find_board(name: &str) -> Option<&'static Entry> {
    find_in(BOARDS, name)
}

/// All games on boards.
///
/// ```
/// use grundy::board::{Source, open};
/// use grundy::games::BOARDS;
/// // Each can be opened by its name; its example is a position after that.
/// for entry in BOARDS {
///     assert!(entry.example.starts_with(entry.name), "{}", entry.name);
/// }
/// assert!(open("cram", Source::Text("3x4")).is_ok());
/// ```
pub const BOARDS: &[Entry] = &[
    Entry {
        name: "cram",
        aliases: &["plugg", "dots-and-pairs"],
        title: "Cram: place a domino on two free neighbouring cells",
        title_zh: "Cram（填骨牌）：用一块骨牌盖住相邻的两个空格",
        rule: phrase!(
            "a board is 3x4 (rows, columns) or its rows, ##./.## with # for a free cell; \
               a move covers two free cells that share a side"
        ),
        example: "cram 3x4",
        source: phrase!("Gardner, Scientific American 230, 1974; Winning Ways, chapter 15"),
        known: phrase!("searched; a board of even sides is lost, by symmetry"),
        chapter: "boards",
    },
    Entry {
        name: "chomp",
        aliases: &[],
        title: "Chomp: bite off a square with all below and to the right; the first square is poison",
        title_zh: "Chomp（巧克力游戏）：咬掉一格及其下方、右方的全部；左上角那格有毒",
        rule: phrase!(
            "rows from top to bottom, 7,5,5,2, or a rectangle 4x6; a move takes a square with all \
               squares below it and to the right, but never the upper left one"
        ),
        example: "chomp 7,5,5,2",
        source: "Schuh, Nieuw Tijdschrift voor Wiskunde 39, 1952; Gale, American Mathematical Monthly 81, 1974",
        known: phrase!("searched; every rectangle but 1x1 is won, by stealing the strategy"),
        chapter: "boards",
    },
    Entry {
        name: "node-kayles",
        aliases: &["vertex-kayles"],
        title: "Node Kayles: take a vertex with all its neighbours",
        title_zh: "点 Kayles：取一个顶点及其全部邻点",
        rule: phrase!(
            "a grid 3x4, rows ##./.##, path 7, cycle 7, star 5, wheel 5, K5, K3,4, cube 4, petersen, edges a-b b-c, or a graph file; a move \
               takes a vertex and all its neighbours"
        ),
        example: "node-kayles 3x4",
        source: "Schaefer, Journal of Computer and System Sciences 16, 1978",
        known: phrase!("searched; on a path it is Dawson's chess"),
        chapter: "boards",
    },
    Entry {
        name: "arc-kayles",
        aliases: &["edge-kayles"],
        title: "Arc Kayles: take an edge with both its ends",
        title_zh: "边 Kayles：取一条边及其两个端点",
        rule: phrase!(
            "a grid 3x4, rows ##./.##, path 7, cycle 7, star 5, wheel 5, K5, K3,4, cube 4, petersen, edges a-b b-c, or a graph file; a move \
               takes an edge with its two ends and all edges there"
        ),
        example: "arc-kayles cycle 9",
        source: "Schaefer, Journal of Computer and System Sciences 16, 1978",
        known: phrase!("searched; on a grid it is Cram, on a path Dawson's Kayles"),
        chapter: "boards",
    },
    Entry {
        name: "poset",
        aliases: &["order"],
        title: "Game on an order: take an element and all above it",
        title_zh: "偏序集游戏：取一个元素及其上方的全部元素",
        rule: phrase!(
            "relations a<b b<c d, chain 5, divisors 60 (those above 1: Schuh's game), subsets 4 (but the empty \
               and the whole one), or a graph file whose edges lead upwards; a move takes an element \
               and all above it"
        ),
        example: "poset 'a<b a<c d'",
        source: phrase!(
            "Schuh, Nieuw Tijdschrift voor Wiskunde 39, 1952; Gale and Neyman, International Journal of Game Theory 11, 1982"
        ),
        known: phrase!(
            "searched; won if one element is above all others, by stealing the strategy"
        ),
        chapter: "boards",
    },
    Entry {
        name: "turning-turtles",
        aliases: &["turtles"],
        title: "Turning Turtles: turn a coin, and perhaps one to its left",
        title_zh: "翻硬币（Turning Turtles）：翻一枚，或连同其左边的某一枚",
        rule: phrase!(
            "coins TTHT, H for heads; the rightmost coin that a move turns goes from heads to tails; a move turns one or two"
        ),
        example: "turning-turtles TTHTH",
        source: phrase!("Winning Ways, chapter 14"),
        known: phrase!("the coin at place n is worth n"),
        chapter: "boards",
    },
    Entry {
        name: "mock-turtles",
        aliases: &[],
        title: "Mock Turtles: turn up to three coins",
        title_zh: "翻硬币（Mock Turtles）：至多翻三枚",
        rule: phrase!(
            "coins TTHT, H for heads; the rightmost coin that a move turns goes from heads to tails; a move turns one, two or three"
        ),
        example: "mock-turtles THTTH",
        source: phrase!("Winning Ways, chapter 14"),
        known: phrase!("the coin at place n is worth the n-th odious number"),
        chapter: "boards",
    },
    Entry {
        name: "ruler",
        aliases: &["ruler-game"],
        title: "Ruler: turn any number of neighbouring coins",
        title_zh: "翻硬币（Ruler）：翻相邻的若干枚",
        rule: phrase!(
            "coins TTHT, H for heads; the rightmost coin that a move turns goes from heads to tails; a move turns neighbours"
        ),
        example: "ruler THTTH",
        source: phrase!("Winning Ways, chapter 14"),
        known: phrase!("the coin at place n is worth the largest power of 2 that divides n"),
        chapter: "boards",
    },
    Entry {
        name: "turning-corners",
        aliases: &["turtles-by-turtles"],
        title: "Turning Corners: the product of Turning Turtles with itself",
        title_zh: "翻角游戏（Turning Corners）：Turning Turtles 与自身的乘积",
        rule: phrase!(
            "rows of coins THT/HHT; a move turns every coin where a chosen row meets a chosen column: one or two of each"
        ),
        example: "turning-corners TTT/THT/TTH",
        source: phrase!("Winning Ways, chapter 14, the tartan theorem"),
        known: phrase!("the coin at (m, n) is worth the nim-product of m and n"),
        chapter: "boards",
    },
    Entry {
        name: "turtles-by-ruler",
        aliases: &[],
        title: "The product of Turning Turtles and Ruler",
        title_zh: "翻硬币的乘积：Turning Turtles 乘 Ruler",
        rule: phrase!(
            "rows of coins THT/HHT; a move turns every coin where a chosen row meets a chosen column: one or two rows, neighbouring columns"
        ),
        example: "turtles-by-ruler TTH/THT",
        source: phrase!("Winning Ways, chapter 14, the tartan theorem"),
        known: phrase!("nim-products of the values of rows and columns"),
        chapter: "boards",
    },
    Entry {
        name: "mock-turtles-by-ruler",
        aliases: &[],
        title: "The product of Mock Turtles and Ruler",
        title_zh: "翻硬币的乘积：Mock Turtles 乘 Ruler",
        rule: phrase!(
            "rows of coins THT/HHT; a move turns every coin where a chosen row meets a chosen column: up to three rows, neighbouring columns"
        ),
        example: "mock-turtles-by-ruler TTH/THT",
        source: phrase!("Winning Ways, chapter 14, the tartan theorem"),
        known: phrase!("nim-products of the values of rows and columns"),
        chapter: "boards",
    },
    Entry {
        name: "treblecross",
        aliases: &["one-dimensional-tic-tac-toe"],
        title: "Treblecross: write X on a strip; three in a row win",
        title_zh: "一维三连棋（Treblecross）：双方都写 X，先连成三个者胜",
        rule: phrase!(
            "a strip ..X....X. or its number of cells; a move writes an X in an empty cell, and whoever makes three in a row wins"
        ),
        example: "treblecross ..X......",
        source: phrase!("Winning Ways, chapter 4"),
        known: phrase!(
            "n cells are a heap of n + 2 in octal 0.007, as long as nobody can win at once"
        ),
        chapter: "boards",
    },
    Entry {
        name: "hackenbush",
        aliases: &["green-hackenbush"],
        title: "Green Hackenbush: cut an edge; what has lost the ground falls",
        title_zh: "绿色 Hackenbush（删边游戏、砍树游戏）：砍一条边，与地面断开的部分随之消失",
        rule: phrase!(
            "edges ground-a a-b b-ground, repeated edges and loops too, or a graph file with a vertex ground or 0; a move cuts an edge"
        ),
        example: "hackenbush ground-a a-b a-c b-c c-d",
        source: phrase!("Winning Ways, chapter 7"),
        known: phrase!("by fusion and the colon principle, in near linear time"),
        chapter: "boards",
    },
    Entry {
        name: "staircase",
        aliases: &["staircase-nim"],
        title: "Staircase Nim: take coins from a stair to the next lower one",
        title_zh: "阶梯尼姆：把某级上的硬币移到下一级",
        rule: phrase!(
            "the coins on the stairs, the lowest first, 3 1 4; a move takes any number from a stair to the next lower one or the floor"
        ),
        example: "staircase 3 1 4 1 5",
        source: phrase!("Winning Ways, chapter 3; folklore"),
        known: phrase!("the stairs 1, 3, 5, ... are Nim heaps"),
        chapter: "boards",
    },
    Entry {
        name: "northcott",
        aliases: &["northcotts-game"],
        title: "Northcott's game: move your piece along its row",
        title_zh: "Northcott 游戏：沿所在的行移动自己的棋子",
        rule: phrase!(
            "rows W...B/.W.B. in each of which the player to move has W; a move takes a piece along its row, not over the other"
        ),
        example: "northcott W...B/.W.B.",
        source: phrase!("Winning Ways, chapter 3"),
        known: phrase!("the gaps are Nim heaps; retreats do not help"),
        chapter: "boards",
    },
];
