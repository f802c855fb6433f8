// The page: the game, the position and what is said of them; the state lives in the address.
import { Problem, ask, games } from "./api.js";
import { tell } from "./messages.js";
import { reasons, verdict } from "./reasons.js";
import { byId, currentLanguage, make, save, t, useLanguage } from "./words.js";
import * as code from "./code.js";
import * as graph from "./graph.js";
import * as pattern from "./pattern.js";
import * as play from "./play.js";
import * as rare from "./rare.js";
import * as table from "./table.js";

const VIEWS = ["table", "play", "pattern", "rare", "graph", "code"];
const DEFAULT = { game: "nim", position: "3 5 7", misere: "", from: "", to: "", outcomes: "", errs: "", view: "table" };

/** All that a link holds. */
export const state = { ...DEFAULT, lang: "" };
/** What was understood of the game; nothing while it is wrong. */
export let rule = null;
let catalogue = [];

/** Whether the game is one on boards, which has no rule in the notation. */
let board = false;
/** The parameters of the game, for every question. */
export const parameters = () => ({ game: state.game, misere: state.misere === "1" });

/** Remembers a part of the state in the address. */
export function remember(part) {
  Object.assign(state, part);
  const kept = Object.entries(state).filter(([key, value]) => value !== "" && value !== DEFAULT[key]);
  const fragment = new URLSearchParams(kept).toString();
  history.replaceState(null, "", fragment ? "#" + fragment : location.pathname);
}

function recall() {
  Object.assign(state, DEFAULT, { lang: state.lang });
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) if (key in state) state[key] = value;
  byId("game").value = state.game;
  byId("position").value = state.position;
  byId("misere").checked = state.misere === "1";
  if (!VIEWS.includes(state.view)) state.view = "table";
  table.recall();
  play.recall();
}

// Questions wait until the typing pauses; a new one stops the one before.
const PAUSE = 250;
let timer, asking = new AbortController();
function soon(delay = PAUSE) {
  clearTimeout(timer);
  asking.abort();
  timer = setTimeout(check, delay);
}

async function check() {
  asking = new AbortController();
  const { signal } = asking;
  markInCatalogue();
  const message = byId("game-message");
  board = false;
  try {
    rule = await ask("rule", parameters(), signal).catch((problem) => {
      board = problem.error?.kind === "board";
      if (board) return null;
      throw problem;
    });
    if (board) {
      message.textContent = t("board_game");
    } else {
      const kinds = rule.kinds.map((kind) => `${kind.name ?? ""}[${kind.coordinates.join(", ")}]`).join(", ");
      message.replaceChildren(t("understood", t("coordinates", kinds)), " ", rule.reason);
      for (const doubt of rule.doubts) message.append(make("div", { class: "wrong" }, doubt.message));
    }
    byId("game").removeAttribute("aria-invalid");
  } catch (problem) {
    if (problem.name === "AbortError") return;
    rule = null;
    byId("game").setAttribute("aria-invalid", "true");
    tell(message, problem);
    byId("verdict").replaceChildren();
    byId("position-message").replaceChildren();
    show();
    return;
  }
  show();
  await answer(signal);
}

let shown = "";
/** A picture of a board; what is on it is also said beside it. */
function drawn(svg, alt) {
  URL.revokeObjectURL(shown);
  const blob = new Blob([svg], { type: "image/svg+xml" });
  shown = URL.createObjectURL(blob);
  return make("div", {}, make("img", { class: "board", src: shown, alt }),
    make("div", { class: "row" }, make("button", { type: "button", onclick: () => save("board.svg", blob) }, "SVG")));
}

async function answer(signal) {
  const message = byId("position-message"), box = byId("verdict");
  const asked = { ...parameters(), position: state.position };
  message.replaceChildren();
  if (!state.position.trim()) return box.replaceChildren();
  try {
    const [moves, value, why, picture] = await Promise.all([
      ask("moves", { ...asked, most: 200 }, signal),
      ask("value", asked, signal).catch((problem) => { if (problem instanceof Problem) return null; throw problem; }),
      ask("explain", asked, signal).catch((problem) => { if (board && problem instanceof Problem) return null; throw problem; }),
      // A board may be too large for a picture, not for the answer.
      board ? ask("board", asked, signal).catch((problem) => { if (problem instanceof Problem) return null; throw problem; }) : null,
    ]);
    const listed = moves.winning_moves.map((move) => {
      if (typeof move === "string") return make("li", {}, move);
      const to = typeof move.to === "string" ? move.to : `${move.to.from}..${move.to.to}`;
      return make("li", {}, `${move.from} → ${to}`, move.wins_at_once ? ` (${t("wins_at_once")})` : "");
    });
    if (moves.more) listed.push(make("li", {}, t("and_more")));
    box.replaceChildren(
      verdict(moves.outcome),
      value?.value == null ? "" : make("p", {}, `${t("value")}: `, make("strong", {}, value.value)),
      picture ? drawn(picture.svg, t("board_alt", moves.position)) : "",
      make("h3", {}, t("winning_moves")),
      listed.length ? make("ul", { class: "moves" }, ...listed) : make("p", {}, t("no_winning_move")),
      why ? make("h3", {}, t("why")) : "", why ? reasons(why.steps) : "");
    byId("position").removeAttribute("aria-invalid");
  } catch (problem) {
    if (problem.name === "AbortError") return;
    box.replaceChildren();
    byId("position").setAttribute("aria-invalid", "true");
    tell(message, problem);
  }
}

const views = { table, play, pattern, rare, graph, code };

/** Shows the chosen view, which asks what it needs. */
function show() {
  for (const view of VIEWS) {
    const chosen = view === state.view;
    byId("view-" + view).hidden = !chosen;
    byId("tab-" + view).setAttribute("aria-selected", chosen);
    byId("tab-" + view).tabIndex = chosen ? 0 : -1;
  }
  for (const view of VIEWS) views[view].show(view === state.view && rule !== null);
}

// The catalogue.
/** The words of an example as a shell reads them. */
function words(example) {
  return (example.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, ""));
}

function fillCatalogue() {
  const select = byId("catalogue");
  select.replaceChildren(select.firstElementChild, ...catalogue.map((entry) =>
    make("option", { value: entry.name }, currentLanguage() === "zh" ? entry.title_zh : entry.title)));
  markInCatalogue();
}

function markInCatalogue() {
  const game = state.game.trim().split("(")[0];
  byId("catalogue").value = catalogue.find((entry) => [entry.name, ...entry.aliases].includes(game))?.name ?? "";
}

function choose(name) {
  const entry = catalogue.find((one) => one.name === name);
  if (!entry) return byId("game").focus();
  const [game, ...position] = words(entry.example);
  remember({ game, position: position.join(" "), misere: "", from: "", to: "" });
  byId("game").value = state.game;
  byId("position").value = state.position;
  byId("misere").checked = false;
  table.recall();
  soon(0);
}

function speak() {
  useLanguage(state.lang || navigator.language);
  byId("language").value = currentLanguage();
  byId("notation").replaceChildren(...["n_heap", "n_arrow", "n_for", "n_win"].map((key) => make("p", {}, t(key))));
  fillCatalogue();
}

function tabs() {
  byId("tabs").addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (!tab) return;
    remember({ view: tab.id.slice("tab-".length) });
    show();
  });
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = VIEWS.indexOf(state.view);
    const next = event.key === "Home" ? 0 : event.key === "End" ? VIEWS.length - 1 : step && (at + step + VIEWS.length) % VIEWS.length;
    if (next === undefined) return;
    event.preventDefault();
    remember({ view: VIEWS[next] });
    show();
    byId("tab-" + VIEWS[next]).focus();
  });
}

async function start() {
  recall();
  speak();
  tabs();
  byId("game").addEventListener("input", (event) => { remember({ game: event.target.value }); soon(); });
  byId("position").addEventListener("input", (event) => { remember({ position: event.target.value }); soon(); });
  byId("misere").addEventListener("change", (event) => { remember({ misere: event.target.checked ? "1" : "" }); soon(0); });
  byId("catalogue").addEventListener("change", (event) => choose(event.target.value));
  byId("language").addEventListener("change", (event) => { remember({ lang: event.target.value }); speak(); soon(0); });
  byId("link").addEventListener("click", async (event) => {
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    event.target.textContent = t("link_copied");
    setTimeout(() => { event.target.textContent = t("copy_link"); }, 2000);
  });
  // The link's own target would take the place of the game in the address.
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); byId("answer").focus(); });
  addEventListener("hashchange", () => { recall(); speak(); soon(0); });
  for (const view of Object.values(views)) view.start();
  try {
    catalogue = (await games()).games;
    fillCatalogue();
  } catch (problem) {
    tell(byId("game-message"), problem);
  }
  soon(0);
}

start();
