// A game against the opponent, who errs as often as is chosen. The server makes and lists all moves.
import { ask } from "./api.js";
import { parameters, remember, rule, state } from "./main.js";
import { tell } from "./messages.js";
import { namedMove, reasons } from "./reasons.js";
import { arrow, byId, make, t } from "./words.js";

/** The turns so far, each with the position in which one has to move. */
let turns = [], chosen = null, asking = new AbortController(), usable = false, about = "";

export function start() {
  byId("play-first").addEventListener("click", () => begin(false));
  byId("play-second").addEventListener("click", () => begin(true));
  byId("undo").addEventListener("click", undo);
  byId("hint").addEventListener("click", hint);
  byId("errs").addEventListener("change", (event) => remember({ errs: event.target.value }));
}

export function recall() {
  byId("errs").value = state.errs;
  if (byId("errs").value !== state.errs) state.errs = byId("errs").value = "";
}

/** The opponent's turn. */
const answered = () => ({ opponent: true, ...(state.errs && { errs: Number(state.errs) }) });

export function show(visible) {
  usable = visible;
  byId("play-first").disabled = byId("play-second").disabled = !visible;
  if (!rule) {
    // What was played is another game.
    about = "";
    turns = [];
    for (const id of ["heaps", "choices", "record", "play-hint", "play-status"]) byId(id).replaceChildren();
    draw();
  }
  const now = JSON.stringify([parameters(), state.position]);
  if (visible && now !== about) {
    about = now;
    begin(false);
  } else if (turns.length) {
    draw();
  }
}

/** Asks for the next turn; what went wrong is told. */
async function next(question) {
  asking.abort();
  asking = new AbortController();
  try {
    return await ask("turn", { ...parameters(), ...question }, asking.signal);
  } catch (problem) {
    tell(byId("play-hint"), problem);
    return null;
  }
}

async function begin(second) {
  if (!usable) return;
  turns = [];
  chosen = null;
  byId("play-hint").replaceChildren();
  const turn = await next({ position: state.position, ...(second && answered()) });
  // An opponent that begins and has no move is the mover.
  const won = turn && second && turn.ended && !turn.answer ? { won: !turn.mover_wins } : {};
  if (turn) turns = [{ ...turn, ...won, made: null }];
  draw();
}

async function move(made) {
  const before = turns.at(-1);
  const mine = await next({ position: before.position, move: made });
  if (!mine) return;
  // Whoever has no move is told so before the opponent is asked.
  const turn = mine.ended ? { ...mine, won: !mine.mover_wins } : await next({ position: mine.position, ...answered() });
  if (!turn) return;
  byId("play-hint").replaceChildren();
  turns.push({ ...turn, made });
  chosen = null;
  draw();
  (byId("choices").querySelector("button") ?? byId("play-first")).focus();
}

function undo() {
  // What is answered to the move that is taken back comes too late.
  asking.abort();
  asking = new AbortController();
  turns.pop();
  chosen = null;
  byId("play-hint").replaceChildren();
  draw();
}

async function hint() {
  const turn = turns.at(-1);
  asking.abort();
  asking = new AbortController();
  try {
    const why = await ask("explain", { ...parameters(), position: turn.position }, asking.signal);
    byId("play-hint").replaceChildren(make("h3", {}, t("hint")), reasons(why.steps));
    turn.good = namedMove(why.steps);
    draw();
  } catch (problem) {
    tell(byId("play-hint"), problem);
  }
}

/** Who has won when a game has ended: the one who moves, or the other. */
const isWon = (turn) => turn.won ?? turn.mover_wins;

function status(turn) {
  if (turn.ended) {
    if (isWon(turn)) return t("you_won");
    return turn.answer ? t("opponent_moved_lost", arrow(turn.answer)) : t("you_lost");
  }
  return turn.answer ? t("opponent_moved", arrow(turn.answer)) : t("your_turn");
}

const TOKENS = 60;
function heap(component, index) {
  const { coordinates, text } = component;
  const count = coordinates.length === 1 ? Number(coordinates[0]) : Infinity;
  const tokens = count <= TOKENS ? "●".repeat(count).replace(/(.{5})/g, "$1 ") : null;
  return make("button", {
    type: "button", "aria-pressed": String(chosen === index),
    onclick: () => { chosen = chosen === index ? null : index; draw(); byId("heaps").children[index]?.focus(); },
  }, text, tokens ? make("span", { class: "tokens", "aria-hidden": "true" }, tokens) : null);
}

function draw() {
  const turn = turns.at(-1);
  byId("undo").disabled = turns.length < 2;
  byId("hint").disabled = !turn || turn.ended;
  if (!turn) return byId("heaps").replaceChildren();
  byId("play-status").textContent = status(turn);
  byId("heaps").replaceChildren(...(turn.components.length ? turn.components.map(heap) : [t("nothing_left")]));
  const moves = turn.moves.filter((one) => chosen === null || one.component === chosen);
  const seen = new Set();
  const buttons = moves.filter((one) => !seen.has(one.move) && seen.add(one.move)).map((one) =>
    make("li", {}, make("button", { type: "button", class: one.move === turn.good ? "good" : null, onclick: () => move(one.move) },
      arrow(one.move))));
  byId("choices").replaceChildren(
    turn.ended ? "" : make("h3", {}, t("moves")),
    make("ul", { class: "choices" }, ...buttons),
    turn.more ? typed(turn) : "");
  byId("record").replaceChildren(...turns.flatMap((one) => [
    one.made ? make("li", {}, t("you_moved", arrow(one.made))) : null,
    one.answer ? make("li", {}, t("it_moved", arrow(one.answer))) : null,
  ]).filter((line) => line));
}

/** Where there are more moves than are listed, one is typed. */
function typed(turn) {
  const input = make("input", { type: "text", id: "typed", autocomplete: "off" });
  return make("form", { class: "row", onsubmit: (event) => { event.preventDefault(); move(input.value); } },
    make("p", {}, t("more_moves", turn.moves[0]?.move ?? "")),
    make("label", { for: "typed" }, t("type_move")), input, make("button", { type: "submit" }, t("make_move")));
}
