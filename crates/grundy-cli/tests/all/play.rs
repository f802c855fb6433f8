//! Play line by line: what is answered to lines that are typed, and what ends a program that waits for them.

use std::io::Write as _;
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// What the command prints when these lines are typed, and its exit status.
fn play(arguments: &[&str], typed: impl AsRef<[u8]>) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_ref()).unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

/// Lines that are no text, or far too long, are answered once each; the game goes on.
#[test]
fn lines_that_are_no_moves_are_asked_for_again() {
    let long = "#".repeat(70_000);
    let typed = [b"\xff\xfe\n", long.as_bytes(), b"\n3 -> 0\n"].concat();
    let (printed, status) = play(&["nim", "3"], typed);
    assert_eq!(status, Some(0));
    let prompts = printed.lines().filter(|line| line.starts_with("> ")).count();
    assert!(printed.contains("The opponent loses") && prompts == 3, "{prompts} prompts");
}

/// A move is taken as it is listed elsewhere, and an edge in either direction.
#[test]
fn moves_on_boards_are_taken_as_they_are_written_elsewhere() {
    for (game, position, typed, left) in [
        ("hackenbush", "ground-a a-b", "cut b-a", "row 1: ground-a"),
        ("hackenbush", "0-a a-b b-c", "b-a", "row 1: ground-a"),
        ("hackenbush", "0-a 0-d a-b", "A-0", "row 1: ground-d"),
        ("staircase", "3 1 4", "1 from stair 3 to stair 2", "row 1: 3 2 3"),
        ("staircase", "3 1 4", "1 from stair 3 to stair 2: 3 2 3", "row 1: 3 2 3"),
        ("treblecross", "7", "...X...", "row 1: empty empty empty X empty empty empty"),
        ("turning-corners", "TH/HH", "1,2 1,1 2,1 3,2", ""),
        ("turning-corners", "TH/HH", "1,1 1,2 2,1 2,2", "row 2: tails tails"),
        ("cram", "2x2", "XX/##", "row 1: gone gone"),
    ] {
        let (printed, status) = play(&[game, position], format!("{typed}\nquit\n"));
        let refused = printed.contains("No move is called");
        assert_eq!((status, refused), (Some(0), left.is_empty()), "{typed}: {printed}");
        assert!(printed.contains(left), "{typed}: {printed}");
    }
}

/// Of tokens with too many positions to be searched the values say which moves win, and some of these only lead back.
#[test]
fn a_won_sum_of_tokens_is_not_drawn_by_leading_back() {
    let folder = Folder::new("chain");
    let file = folder.file("chain.txt");
    let mut edges = vec!["A0 z".to_owned()];
    for at in 1..=10 {
        let up = (at + 1).min(10);
        edges.push(format!("A{at} z\nA{at} L{at}\nL{at} A10\nL{at} A{at}\nL{at} A{}", at - 1));
        edges.extend((up < 10).then(|| format!("L{at} A{up}")));
    }
    std::fs::write(&file, edges.join("\n")).unwrap();
    let graph = ["--graph", &file, "--positions", "1000"];
    let arguments = [&graph[..], &["A10"; 6]].concat();
    let (printed, _) = play(&arguments, "A10 -> L10\n".repeat(3));
    assert_eq!(printed.matches("The opponent moves").count(), 3, "{printed}");
    assert!(!printed.contains("A draw"), "{printed}");
}

#[test]
fn a_won_game_is_won_by_what_the_hints_say() {
    for arguments in [
        &["nim", "3", "5", "7"][..],
        &["nim", "1", "2", "4", "--misere"],
        &["cutting", "sheet[3,4]"],
        &["cram", "2x3"],
        &["chomp", "4,3,1"],
        &["treblecross", "7"],
        &["northcott", "W..B/.W.B."],
        &["turning-corners", "TH/HT + THH"],
        // A number is the name of a vertex, not a place in the list.
        &["node-kayles", "path 11"],
        &["node-kayles", "2-1 3-2 4-3 1-5"],
        &["poset", "3<1 1<2 1<4 5<6 7"],
        &["node-kayles[path 3] + nim[1]"],
        &["cram[2x3] + nim[4] + wythoff[1,3]"],
        &["half", "16", "4"],
        // Where play can repeat, a winning move may lead nowhere.
        &["northcott[.BW..] + cram[##/#.]"],
    ] {
        let mut typed = String::new();
        let won = (0..40).find_map(|_| {
            let (printed, _) = play(arguments, format!("{typed}hint\n"));
            let ends = ["The opponent loses", "You win", "The opponent wins", "You lose"];
            if ends.iter().any(|end| printed.contains(end)) {
                return Some(printed);
            }
            let (_, made) = printed.rsplit_once("To make it, type ").expect(&printed);
            let made = made.lines().next().unwrap();
            typed += &format!("{made}\n");
            None
        });
        let won = won.expect("an end");
        // In misère play who is to move at the end has won.
        let end = if arguments.contains(&"--misere") { "You win" } else { "The opponent loses" };
        assert!(won.contains(end), "{arguments:?}: {won}");
    }
}

#[test]
fn facts_are_read_out_line_by_line() {
    for (arguments, expected) in [
        (&["nim", "3", "5"][..], "\n  heap of 3\n  heap of 5\n"),
        (&["pas(1,5,1)", "6"], "\n  row of 6\n"),
        (&["cutting", "sheet[3,4]"], "\n  sheet[3, 4]: 3 wide, 4 high\n"),
        (&["wythoff", "6,9"], "\n  [6, 9]\n"),
        (&["cram", "##./.##"], "\n  row 1: free free gone\n  row 2: gone free free\n"),
        (&["chomp", "3,1"], "\n  row 1: poison free free\n  row 2: free\n"),
        (&["treblecross", "..X"], "\n  row 1: empty empty X\n"),
        (&["cram", "1x2 + 1x1"], "\n  board 1, row 1: free free\n  board 2, row 1: free\n"),
    ] {
        let (printed, status) = play(arguments, "");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
        assert_eq!(status, Some(0));
    }
}

#[test]
fn tokens_on_a_graph_hurry_delay_and_draw() {
    let folder = Folder::new("play");
    let graph = folder.file("walk.txt");
    // Who moves to c has won; going round by a takes longer.
    std::fs::write(&graph, "a b\nb a\nb c\nc d\nd e\n").unwrap();
    let (printed, _) = play(&["--graph", &graph, "b"], "hint\nmoves\nb -> c\n");
    assert!(printed.contains("b -> c   wins, in 3 moves"), "{printed}");
    assert!(printed.contains("  1  b -> a\n    2  b -> c"), "{printed}");
    assert!(printed.contains("The opponent moves c -> d"), "{printed}");
    let (printed, _) = play(&["--graph", &graph, "d"], "e\n");
    assert!(printed.contains("The opponent loses: no move is left."), "{printed}");
    let (printed, _) = play(&["--graph", &graph, "d", "--misere"], "e\n");
    assert!(printed.contains("The opponent wins: no move is left, and the last"), "{printed}");
    // Two vertices with edges both ways: the third time is a draw.
    let circle = folder.file("circle.txt");
    std::fs::write(&circle, "a b\nb a\n").unwrap();
    let (printed, status) = play(&["--graph", &circle, "a"], "b\nb\nb\n");
    assert!(printed.contains("A draw: this position has come for the third time."), "{printed}");
    assert_eq!(status, Some(0));
    let (printed, _) = play(&["--graph", &graph, "a", "c"], "x\nd\n");
    assert!(printed.contains("There is no move x."), "{printed}");
    assert!(printed.contains("The opponent moves"), "{printed}");
}

#[test]
fn what_cannot_be_played_is_said() {
    let folder = Folder::new("play");
    let graph = folder.file("walk.txt");
    std::fs::write(&graph, "a b\n").unwrap();
    let passes = folder.file("passes.txt");
    std::fs::write(&passes, "a b\nb b\n").unwrap();
    for (arguments, expected) in [
        (&["--graph", &graph, "z"][..], "there is no vertex `z`"),
        (&["--graph", "/nowhere/at-all", "z"], "cannot read /nowhere/at-all"),
        (&["northcott", "W.B", "--misere"], "in misère play no game need end"),
        (&["cram[2x2] + nim[1]", "--misere"], "in normal play alone"),
        (&["cram[2x2] + misere-nim[1]"], "other components are played normally"),
        (&["cram[2x2] + nimm[1]"], "nimm"),
        (&["nim", "--loopy"], "--loopy takes a game and a position"),
        (&["--graph", &graph, "a", "b", "--geography", "edges"], "geography has one token"),
        (&["--graph", &passes, "a"], "--self-loops takes it as a move that passes"),
        (&["cram", "3x3", "--undirected"], "--graph"),
        (&["nim", "3", "--errs", "2"], "a number from 0 to 1"),
    ] {
        let (printed, status) = play(arguments, "");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
        assert_eq!(status, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_token_on_a_self_loop_may_pass() {
    let folder = Folder::new("pass");
    let graph = folder.file("passes.txt");
    std::fs::write(&graph, "a b\nb b\n").unwrap();
    let (printed, status) = play(&["--graph", &graph, "a", "--self-loops"], "moves\nquit\n");
    assert!(printed.contains("a -> b"), "{printed}");
    assert_eq!(status, Some(0));
}

#[test]
fn a_board_beside_a_heap_is_played() {
    let typed =
        "moves\nhint\n4 -> 9\n2,1 and 9,9\n1,1 and 2,1\nundo\n1,1 and 1,2\n1\nmoves\n1\n1\n";
    let (printed, status) = play(&["cram[2x3] + nim[4]"], typed);
    for expected in [
        "row 2: free free free",
        "heap of nim[4]",
        "    1  1,1 and 1,2\n",
        "    8  nim[4] -> nim[0]",
        "Winning move: nim[4] -> nim[1]",
        "The rules do not allow 4 -> 9. (a move on a board: 1,1 and 1,2)",
        "this is no move",
        "The opponent moves nim[4] -> nim[2]",
        "You lose: no move is left.",
    ] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    assert_eq!(status, Some(0));
    // Two boards have numbers, and who errs always gives the win away.
    let (printed, _) = play(&["cram[1x2] + 2 * cram[1x2]", "--second"], "board 2: 1,1 and 1,2\n");
    for expected in
        ["board 3, row 1: free free", "The opponent moves board 1: 1,1 and 1,2", "You lose"]
    {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    let (printed, _) = play(&["cram[1x2] + nim[3]", "--second", "--errs", "1", "--seed", "1"], "");
    assert!(!printed.contains("The opponent moves nim[3] -> nim[1]"), "{printed}");
}

#[test]
fn the_opponent_errs_as_often_as_asked() {
    // Two arms of the same length: what is bitten off one is bitten off the other.
    for (errs, answers) in [("0", true), ("1", false)] {
        let (printed, _) = play(&["chomp", "4,1,1,1", "--errs", errs], "row 1, column 3\n");
        assert_eq!(printed.contains("The opponent moves row 3, column 1"), answers, "{printed}");
        assert!(printed.contains("The opponent moves row"), "{printed}");
    }
    let (printed, _) = play(&["bash", "8", "--errs", "1", "--seed", "3"], "8 -> 7\n");
    assert!(!printed.contains("The opponent moves 7 -> 4"), "{printed}");
}

#[test]
fn lines_that_are_not_understood_do_not_end_the_game() {
    let typed = "9 -> 1\n3 -> 5\n77\nrow\nhelp\nundo\nredo\n\nmoves\n5 -> 3\n3 -> 0\n";
    let (printed, status) = play(&["nim", "3", "5"], typed);
    for expected in [
        "the position has no 9",
        "The rules do not allow 3 -> 5.\n`moves` lists what there is.",
        "There is no move with the number 77",
        "this is no move",
        "take back your last move",
        "There is no move of yours to take back.",
        "No move has been taken back.",
        "  1  3 -> 0",
        "The opponent moves",
    ] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    assert_eq!(status, Some(0));
    // No rule reaches such numbers, so its moves are not listed, but they can be made.
    let huge = "1000000000000000000000000000000";
    let (printed, status) = play(&["nim", huge], format!("moves\nhint\n{huge} -> 0\n"));
    assert!(printed.contains("The opponent loses"), "{printed}");
    assert_eq!(status, Some(0));
}

#[test]
fn the_words_of_the_commands_are_there_in_chinese() {
    let typed = "帮助\n走法\n提示\n3 -> 1\n悔棋\n重走\n退出\n";
    let (printed, status) = play(&["nim", "3", "2", "--lang", "zh"], typed);
    assert_eq!(status, Some(0), "{printed}");
    assert!(printed.contains("quit 或 退出"), "{printed}");
    let (english, _) =
        play(&["nim", "3", "2", "--lang", "zh"], "help\nmoves\nhint\n3 -> 1\nundo\nredo\nquit\n");
    let answers = |text: &str| -> Vec<String> {
        let typed = |line: &&str| !line.contains('>');
        text.lines().filter(typed).map(str::to_owned).collect()
    };
    assert_eq!(answers(&printed), answers(&english));
}

/// Where input is awaited there is no work that the first signal would have to stop.
#[cfg(unix)]
#[test]
fn the_first_interrupt_while_input_is_awaited_ends_the_program() {
    for arguments in
        [&["graph", "-"][..], &["pattern", "--values", "-"], &["check", "-"], &["table", "-"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A signal that comes before the program looks for it ends it too, in the way of the system.
        std::thread::sleep(Duration::from_millis(300));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let start = Instant::now();
        let ended = loop {
            match child.try_wait().unwrap() {
                None if start.elapsed() < Duration::from_secs(20) => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                ended => break ended,
            }
        };
        let _ = child.kill();
        assert!(ended.is_some_and(|status| !status.success()), "{arguments:?}");
    }
}
