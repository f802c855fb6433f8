//! The page in a real browser: Chromium without a window, told what to do through a pipe.
//!
//! Where there is no Chromium the tests say so and do nothing.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::serve::Server;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser with one page.
struct Browser {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<String>,
    number: u64,
    _profile: Folder,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Browser {
    /// Starts a browser, if there is one.
    fn start() -> Option<Browser> {
        let there = |name: &str| {
            let mut version = Command::new(name);
            version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            version.status().is_ok_and(|status| status.success())
        };
        let Some(name) = NAMES.iter().find(|name| there(name)) else {
            eprintln!("SKIPPED: there is no Chromium; `apt-get install chromium` brings one");
            return None;
        };
        let profile = Folder::new("browser");
        // The browser reads commands from its third stream and answers on its fourth.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1", name])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut browser =
            Browser { process, input, output, session: None, number: 0, _profile: profile };
        let target = browser.tell("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.tell("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        Some(browser)
    }

    /// Gives a command and waits for its result.
    fn tell(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).unwrap();
            assert_eq!(bytes.pop(), Some(0), "the browser has ended");
            let answer: Value = serde_json::from_slice(&bytes).unwrap();
            if answer["id"] == self.number {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    /// The value of an expression in the page, when what it promises has come.
    fn eval(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.tell("Runtime.evaluate", &asked);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true of the page; its value.
    fn wait(&mut self, expression: &str) -> Value {
        self.eval(&format!(
            "new Promise((done, fail) => {{ const start = Date.now(); const look = () => {{
                const value = ({expression});
                if (value) done(value);
                else if (Date.now() - start > 20000) fail(document.body.innerText);
                else setTimeout(look, 10);
            }}; look(); }})"
        ))
    }

    /// Opens the page of a server with a state.
    fn open(&mut self, server: &Server, state: &str) {
        self.tell("Page.navigate", &json!({"url": "about:blank"}));
        let url = format!("http://{}/#{state}", server.address);
        self.tell("Page.navigate", &json!({ "url": url }));
        self.wait("document.readyState === 'complete' && document.querySelector('#catalogue')?.options.length > 5");
    }

    /// How large the page is, what it speaks, and whether it is dark.
    fn like(&mut self, width: u32, language: &str, scheme: &str) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.tell("Emulation.setDeviceMetricsOverride", &size);
        let agent = json!({"userAgent": "test", "acceptLanguage": language});
        self.tell("Emulation.setUserAgentOverride", &agent);
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.tell("Emulation.setEmulatedMedia", &media);
    }

    /// Presses a key.
    fn press(&mut self, key: &str, code: u32) {
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code});
            self.tell("Input.dispatchKeyEvent", &event);
        }
    }

    /// Types a text over what a field has.
    fn type_into(&mut self, id: &str, text: &str) {
        self.eval(&format!(
            "{{ const field = document.getElementById('{id}'); field.focus(); field.select(); }}"
        ));
        self.tell("Input.insertText", &json!({ "text": text }));
    }
}

#[test]
fn a_mistake_is_marked_while_one_types_and_mended() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(1200, "en-US", "light");
    browser.open(&server, "");
    browser.wait("document.querySelector('.verdict')?.textContent.startsWith('N')");
    browser.type_into("game", "[n] -> [n-k] fro k in 1..3");
    let marked = browser.wait("document.querySelector('#game-message mark')?.textContent");
    assert_eq!(marked, "k");
    assert_eq!(
        browser.eval("document.getElementById('game').getAttribute('aria-invalid')"),
        "true"
    );
    browser.type_into("game", "[n] -> [n-k] for k in 1..3");
    browser.type_into("position", "4 9");
    browser.wait("document.querySelector('.moves')?.textContent.includes('9 → 8')");
    // A game on boards has its answers, and no picture of another game.
    browser.wait("!document.getElementById('figure').hidden");
    browser.type_into("game", "cram");
    browser.type_into("position", "2x3");
    browser.wait("[...document.querySelectorAll('.moves li')].some((line) => line.textContent.includes('X')) && document.getElementById('figure').hidden");
    browser.wait("document.querySelector('.board')?.naturalWidth > 60");
    browser.type_into("game", "[n] -> [n-k] for k in 1..3");
    browser.type_into("position", "4 9");
    browser.wait("document.querySelector('.moves')?.textContent.includes('9 → 8')");
    // The link holds the state.
    let link = browser.eval("location.hash").as_str().unwrap().to_owned();
    browser.open(&server, link.trim_start_matches('#'));
    browser.wait("document.querySelector('.moves')?.textContent.includes('9 → 8')");
    assert_eq!(browser.eval("document.getElementById('game').value"), "[n] -> [n-k] for k in 1..3");
}

/// Plays on the page to the end, by the moves of the hints; in a lost position by the first there is.
/// What the page says then.
fn played_by_hints(browser: &mut Browser) -> String {
    let over = "document.getElementById('play-status').textContent.includes('You have')";
    let mut turns = 0;
    browser.wait("document.querySelector('#choices button')");
    while browser.eval(over) == false {
        browser.eval("document.getElementById('hint').click()");
        browser.wait("document.querySelector('#play-hint ol')");
        let before = browser.eval("document.getElementById('record').children.length");
        browser.eval("(document.querySelector('#choices .good') ?? document.querySelector('#choices button')).click()");
        browser.wait(&format!("document.getElementById('record').children.length > {before}"));
        turns += 1;
        assert!(turns < 20, "the game goes on");
    }
    let status = browser.eval("document.getElementById('play-status').textContent");
    status.as_str().unwrap().to_owned()
}

#[test]
fn games_are_won_by_hints_and_lost_from_lost_positions() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(900, "en-US", "dark");
    for (position, end) in [("1 4 6", "You have won."), ("1 2 3", "You have lost.")] {
        browser.open(&server, &format!("view=play&position={}", position.replace(' ', "+")));
        let status = played_by_hints(&mut browser);
        assert!(status.ends_with(end), "{position}: {status}");
    }
    browser.eval("document.getElementById('undo').click()");
    browser.wait("document.querySelector('#choices button')");
}

#[test]
fn patterns_and_theorems_are_shown() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(900, "en-US", "light");
    browser.open(&server, "view=pattern&game=kayles&position=5");
    let text = "document.getElementById('pattern').textContent";
    browser.wait("document.querySelector('.verdict')");
    browser.eval("document.getElementById('look').click()");
    browser.wait("document.querySelector('#pattern li')");
    let seen = browser.eval(text);
    assert!(
        seen.as_str().unwrap().starts_with("Proved of all positions: G(n + 12) = G(n)"),
        "{seen}"
    );
    browser.eval("document.getElementById('prove').click()");
    browser.wait("document.querySelector('#pattern .proof')");
    let proof = browser.eval("document.querySelector('#pattern .proof').textContent");
    assert!(proof.as_str().unwrap().starts_with("Theorem. Under 0.77"), "{proof}");
    assert_eq!(
        browser.eval("document.querySelector('#pattern button').textContent"),
        "Save the certificate"
    );
    // Where nothing is proved it says what was tried.
    browser.open(&server, "view=pattern&game=0.007&position=5");
    browser.wait("document.querySelector('.verdict')");
    browser.eval("document.getElementById('prove').click()");
    browser.wait("document.querySelector('#pattern li')");
    let tried = browser.eval(text);
    assert!(tried.as_str().unwrap().starts_with("No theorem was found"), "{tried}");
}

#[test]
fn the_heat_map_has_the_colours_of_the_values() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(1200, "en-US", "light");
    browser.open(&server, "game=wythoff&position=3,5&to=29");
    let cells =
        server.ask("table", &json!({"game": "wythoff", "to": "29"})).json()["cells"].clone();
    browser.wait("!document.getElementById('figure').hidden && document.getElementById('canvas').width > 600");
    // The middles of the cells, whose side follows from the height of the canvas; its numbers are small.
    let seen = browser.eval(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const canvas = document.getElementById('canvas'), context = canvas.getContext('2d');
            const side = Math.min(canvas.width - 60, canvas.height - 32) / 30;
            done(Array.from({ length: 900 }, (_, index) => Array.from(context.getImageData(
                52 + (index % 30 + 0.15) * side, 8 + (Math.floor(index / 30) + 0.15) * side, 1, 1).data.slice(0, 3))));
        })))",
    );
    let colour = |index: usize| -> u64 {
        // Luminance, in thousandths.
        let part = |channel: usize| seen[index][channel].as_u64().unwrap();
        299 * part(0) + 587 * part(1) + 114 * part(2)
    };
    let value = |index: usize| cells[index].as_str().unwrap().parse::<u64>().unwrap();
    let mut by_value: Vec<(u64, u64)> =
        (0..900).map(|index| (value(index), colour(index))).collect();
    by_value.sort_unstable();
    assert_eq!(seen[0], json!([8, 16, 40]));
    for pair in by_value.windows(2) {
        let [(smaller, darker), (larger, lighter)] = pair else { continue };
        assert!(smaller != larger || darker == lighter, "{smaller} has two colours");
        assert!(darker <= lighter, "{larger} is darker than {smaller}");
    }
    assert!(
        by_value
            .iter()
            .filter(|(_, colour)| *colour == by_value[0].1)
            .all(|(value, _)| *value == 0)
    );
    // By keyboard the cursor says the value of a cell.
    browser.eval("document.getElementById('canvas').focus()");
    for (key, code) in [("ArrowRight", 39), ("ArrowRight", 39), ("ArrowDown", 40)] {
        browser.press(key, code);
    }
    browser.wait("document.getElementById('cell').textContent === '(1, 1): 2'");
}

#[test]
fn both_languages_narrow_screens_and_the_keyboard_work() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(360, "zh-CN", "light");
    for state in [
        "",
        "view=play",
        "view=pattern&game=wythoff&position=3,5",
        "view=code",
        "view=graph&position=1+2",
        "view=rare&game=.6&position=9",
        "game=wythoff&position=20,31",
    ] {
        browser.open(&server, state);
        browser.wait("document.querySelector('.verdict')?.textContent.includes('先手必')");
        assert_eq!(browser.eval("document.documentElement.lang"), "zh-Hans");
        let width = browser.eval("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(width <= 360, "{state}: {width} pixels wide");
    }
    // The switch wins over the browser, and the link remembers it.
    browser.eval("{ const language = document.getElementById('language'); language.value = 'en'; language.dispatchEvent(new Event('change')); }");
    browser.wait("document.querySelector('.verdict')?.textContent.startsWith('N: the player')");
    assert_eq!(browser.eval("location.hash.includes('lang=en')"), true);

    // With the keyboard alone: to the link that skips, over the tabs, and a move.
    browser.open(&server, "lang=en&position=1");
    browser.wait("document.querySelector('.verdict')");
    browser.press("Tab", 9);
    assert_eq!(browser.eval("document.activeElement.className"), "skip");
    let mut tabs = 0;
    while browser.eval("document.activeElement.id") != "tab-table" {
        browser.press("Tab", 9);
        tabs += 1;
        assert!(tabs < 30, "the tabs are not reached");
    }
    browser.press("ArrowRight", 39);
    assert_eq!(browser.eval("document.activeElement.id"), "tab-play");
    browser.wait("document.querySelector('#choices button')");
    while browser.eval("document.activeElement.closest('#choices') !== null") == false {
        browser.press("Tab", 9);
        tabs += 1;
        assert!(tabs < 60, "the moves are not reached");
    }
    browser.press("Enter", 13);
    browser.wait("document.getElementById('play-status').textContent === 'You have won.'");
}

/// What automatic checkers such as axe find serious, as far as it can be told from the page itself: the
/// document has a title, a language and lets itself be enlarged; one main part, and nothing outside of the parts;
/// one heading of the first rank and no rank left out; no name twice, and what is referred to is there;
/// roles that exist, with the states that they need; lists of list items, tables with heads, images with texts;
/// nothing to press inside of what is pressed; what is scrolled, or pressed, is reached by the keyboard in the
/// order of the page, and what is hidden is not; and text stands out from what is behind it (4.5 to 1, as WCAG
/// asks). Names of controls are checked in the tree that the browser makes for screen readers.
const CHECK: &str = r"(() => {
    const wrong = [];
    const seen = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden';
    const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push('twice: ' + id);
    const ranks = [...document.querySelectorAll('h1, h2, h3')].filter(seen).map((node) => Number(node.tagName[1]));
    if (ranks.filter((rank) => rank === 1).length !== 1) wrong.push('headings: ' + ranks);
    ranks.forEach((rank, at) => { if (at > 0 && rank > ranks[at - 1] + 1) wrong.push('a rank left out: ' + ranks); });
    for (const node of document.querySelectorAll('[aria-controls], [aria-labelledby], [aria-describedby], label[for]')) {
        for (const name of ['aria-controls', 'aria-labelledby', 'aria-describedby', 'for']) {
            const id = node.getAttribute(name);
            if (id && !document.getElementById(id)) wrong.push(name + ' leads nowhere: ' + id);
        }
    }
    if (!document.title.trim()) wrong.push('no title');
    if (!['en', 'zh-Hans'].includes(document.documentElement.lang)) wrong.push('language: ' + document.documentElement.lang);
    if (/user-scalable=no|maximum-scale/.test(document.querySelector('meta[name=viewport]').content)) wrong.push('zoom');
    if (document.querySelectorAll('main').length !== 1) wrong.push('main parts');
    for (const node of document.body.children)
        if (!['HEADER', 'MAIN', 'FOOTER', 'SCRIPT', 'NOSCRIPT'].includes(node.tagName) && !node.matches('a.skip')) wrong.push('outside: ' + node.tagName);
    const needs = { tab: 'aria-selected', tabpanel: 'aria-labelledby', tablist: 'aria-labelledby', region: 'aria-label', group: 'aria-label', img: 'aria-label' };
    for (const node of document.querySelectorAll('[role]')) {
        const role = node.getAttribute('role');
        if (!(role in needs) && role !== 'status') wrong.push('role: ' + role);
        if (needs[role] && !node.getAttribute(needs[role]) && seen(node)) wrong.push(`${role} without ${needs[role]}: ${node.id}`);
        if (role === 'tab' && node.parentElement.getAttribute('role') !== 'tablist') wrong.push('a tab outside of the list');
    }
    const states = { 'aria-selected': /^(true|false)$/, 'aria-pressed': /^(true|false|mixed)$/, 'aria-hidden': /^(true|false)$/,
        'aria-invalid': /^(true|false|grammar|spelling)$/, 'aria-live': /^(polite|assertive|off)$/ };
    const others = ['aria-label', 'aria-labelledby', 'aria-describedby', 'aria-controls'];
    for (const node of document.querySelectorAll('*')) for (const { name, value } of node.attributes)
        if (name.startsWith('aria-') && !others.includes(name) && !states[name]?.test(value)) wrong.push(`${name}=${value}`);
    const pressed = 'a[href], button, input, select, textarea, summary, [tabindex]';
    for (const node of document.querySelectorAll(pressed)) {
        if (node.tabIndex > 0) wrong.push('an order of its own: ' + node.id);
        if (node.closest('[aria-hidden=true]')) wrong.push('hidden and reached: ' + node.id);
        if (node.matches('a, button, summary') && node.querySelector(pressed)) wrong.push('pressed inside: ' + node.id);
    }
    for (const node of document.querySelectorAll('li')) if (!['UL', 'OL'].includes(node.parentElement.tagName)) wrong.push('li alone');
    for (const node of document.querySelectorAll('ul, ol'))
        if ([...node.children].some((child) => child.tagName !== 'LI')) wrong.push('in a list: ' + node.innerHTML.slice(0, 40));
    for (const node of document.querySelectorAll('table')) if (!node.querySelector('th[scope]')) wrong.push('a table without heads');
    for (const node of document.querySelectorAll('img')) if (seen(node) && !node.alt) wrong.push('an image without words');
    for (const node of document.querySelectorAll('body *')) {
        const scrolls = /auto|scroll/.test(getComputedStyle(node).overflowY + getComputedStyle(node).overflowX)
            && (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
        if (scrolls && seen(node) && !node.matches(pressed) && !node.querySelector(pressed)) wrong.push('scrolled without keys: ' + node.id);
    }
    const light = (color) => {
        const [red, green, blue] = color.match(/[\d.]+/g).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (node) => {
        for (; node; node = node.parentElement) {
            const color = getComputedStyle(node).backgroundColor;
            if (!color.endsWith(', 0)')) return color;
        }
        return 'rgb(255, 255, 255)';
    };
    for (const node of document.querySelectorAll('body *')) {
        const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
        if (!text || !seen(node) || node.disabled || node.tagName === 'OPTION' || node.closest('.hidden, .skip')) continue;
        const [one, two] = [light(getComputedStyle(node).color), light(behind(node))].sort((a, b) => b - a);
        const contrast = (one + 0.05) / (two + 0.05);
        if (contrast < 4.5) wrong.push(`${contrast.toFixed(1)}: ${node.tagName} ${node.textContent.slice(0, 30)}`);
    }
    return wrong;
})()";

#[test]
fn everything_has_a_name_and_can_be_read() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    let controls =
        ["button", "checkbox", "combobox", "link", "textbox", "tab", "image", "tabpanel"];
    for scheme in ["light", "dark"] {
        browser.like(1000, "en-US", scheme);
        for state in [
            "",
            "view=play",
            "game=wythoff&position=3,5",
            "game=%5Bn",
            "view=pattern",
            "view=code",
            "view=graph&position=1+2",
            "view=rare&game=.6&position=9",
            "game=cram&position=3x4",
        ] {
            browser.open(&server, state);
            browser.wait("document.querySelector('.verdict, .wrong')");
            browser.eval(
                "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
            );
            match state.split_once('&').map_or(state, |(view, _)| view) {
                "view=graph" => browser.wait("!document.getElementById('graph').hidden"),
                "view=rare" => browser.wait("document.getElementById('rare-count')"),
                _ => Value::Null,
            };
            assert_eq!(browser.eval(CHECK), json!([]), "{scheme} {state}");
            let tree = browser.tell("Accessibility.getFullAXTree", &json!({}));
            let nodes = tree["nodes"].as_array().unwrap();
            let mut named = 0;
            for node in nodes.iter().filter(|node| node["ignored"] == false) {
                let role = node["role"]["value"].as_str().unwrap_or("");
                if !controls.contains(&role) {
                    continue;
                }
                let name = node["name"]["value"].as_str().unwrap_or("");
                assert!(!name.trim().is_empty(), "{scheme} {state}: a {role} has no name: {node}");
                named += 1;
            }
            assert!(named > 10, "{named} controls");
        }
    }
}

/// The rare values of Kayles, whose mask and last rare heap are in Winning Ways, and a graph whose table
/// says what the server says.
#[test]
fn rare_values_and_the_graph_of_a_position_are_shown() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(1000, "en-US", "light");
    browser.open(&server, "view=rare&game=kayles&position=9");
    let said = browser.wait("document.getElementById('rare-count')?.textContent");
    assert!(said.as_str().unwrap().contains("the last is 70"), "{said}");
    let rare = browser.eval("[...document.querySelectorAll('#rare table')[1].querySelectorAll('tbody tr')].map((row) => row.innerText.split(/\\s+/).slice(0, 2).map(Number))");
    let known = [[3, 3], [6, 3], [11, 6], [18, 3], [22, 6], [28, 5], [34, 6], [39, 3], [70, 6]];
    assert_eq!(rare, json!(known));
    browser.type_into("game", "nim");
    browser.wait("document.querySelector('#rare .wrong')");

    browser.open(&server, "view=graph&position=1+2");
    browser.wait("!document.getElementById('graph').hidden && document.getElementById('graph-picture').naturalWidth > 100");
    let asked = json!({"game": "nim", "position": "1 2"});
    let graph = server.ask("graph", &asked).json();
    let seen = browser.eval("[...document.querySelectorAll('#graph-table tbody tr')].map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent))");
    let expected: Vec<Value> = graph["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["position"], one["value"]]))
        .collect();
    assert_eq!(seen, json!(expected));
    browser.type_into("position", "100 100");
    let wrong = browser.wait("document.querySelector('#graph-message .wrong')?.textContent");
    assert!(wrong.as_str().unwrap().contains("more than 150 positions"), "{wrong}");
    assert_eq!(browser.eval("document.getElementById('graph').hidden"), true);
}

/// Whoever is in a lost position wins by hints against an opponent who errs whenever it can.
#[test]
fn an_opponent_who_errs_is_beaten_from_a_lost_position() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(1000, "en-US", "light");
    browser.open(&server, "view=play&position=2+4+6&errs=1");
    assert_eq!(browser.eval("document.getElementById('errs').value"), "1");
    let status = played_by_hints(&mut browser);
    assert!(status.ends_with("You have won."), "{status}");
}

/// What is saved is of the kind that its name says.
#[test]
fn everything_can_be_taken_away() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::start(&[]);
    browser.like(1000, "en-US", "light");
    // The files are kept where they can be looked at.
    let keep = "{ window.saved = {};
        const blobs = {}, make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { const url = make.call(URL, blob); blobs[url] = blob; return url; };
        HTMLAnchorElement.prototype.click = async function () {
            const blob = blobs[this.href], start = Array.from(new Uint8Array(await blob.slice(0, 8).arrayBuffer()));
            window.saved[this.download] = [blob.type, start, await blob.text()];
        }; }";
    let take = |browser: &mut Browser, id: &str, name: &str| {
        browser.eval(&format!("document.getElementById('{id}').click()"));
        browser.wait(&format!("window.saved['{name}']"))
    };
    browser.open(&server, "game=wythoff&position=1,2&to=9");
    browser.eval(keep);
    browser.wait("!document.getElementById('figure').hidden");
    let signature = json!([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    let csv = take(&mut browser, "csv", "table.csv");
    assert!(csv[2].as_str().unwrap().starts_with("a\\b,0,1,2"), "{csv}");
    assert_eq!(take(&mut browser, "png", "table.png")[1], signature);
    let well_formed = |browser: &mut Browser, name: &str| {
        browser.eval(&format!("new DOMParser().parseFromString(window.saved['{name}'][2], 'image/svg+xml').documentElement.nodeName"))
    };
    take(&mut browser, "svg", "table.svg");
    assert_eq!(well_formed(&mut browser, "table.svg"), "svg");
    let link = browser.eval("document.getElementById('json').href").as_str().unwrap().to_owned();
    assert!(link.contains("/api/v1/table?game=wythoff"), "{link}");
    browser.open(&server, "view=graph&game=nim&position=1+2");
    browser.eval(keep);
    browser.wait("!document.getElementById('graph').hidden && document.getElementById('graph-picture').naturalWidth > 100");
    take(&mut browser, "graph-svg", "graph.svg");
    assert_eq!(well_formed(&mut browser, "graph.svg"), "svg");
    assert_eq!(take(&mut browser, "graph-png", "graph.png")[1], signature);
    let document = take(&mut browser, "graph-json", "graph.json");
    let document: Value = serde_json::from_str(document[2].as_str().unwrap()).unwrap();
    assert_eq!(document["positions"][0]["value"], "3");
    browser.open(&server, "view=code&game=nim");
    browser.eval(keep);
    browser.wait("document.querySelector('.verdict')");
    browser.eval("document.getElementById('write').click()");
    browser.wait("!document.getElementById('save').hidden");
    let program = take(&mut browser, "save", "game.cpp");
    assert!(program[2].as_str().unwrap().contains("#include"), "{program}");
}
