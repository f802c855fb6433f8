// The values of a game: as a picture, as numbers, and to take away.
import { address, ask, readTable, work } from "./api.js";
import { Figure } from "./figure.js";
import { parameters, remember, rule, state } from "./main.js";
import { tell } from "./messages.js";
import { byId, make, save, t } from "./words.js";

/** How far a table goes if nothing is said, by coordinates; of more than two, the last two are shown. */
const usual = (axes) => [, "200", "99"][axes] ?? [...Array(axes - 2).fill(0), 9, 9].join(",");
/** Cells that are shown as numbers, and that are asked for as JSON. */
const NUMBERS = 4000, JSON_CELLS = 262144;

let asking = new AbortController(), about = "", data = null, figure = null, shown = null;

export function start() {
  byId("table-form").addEventListener("submit", (event) => {
    event.preventDefault();
    remember({ from: byId("from").value, to: byId("to").value });
    draw();
  });
  byId("outcomes").addEventListener("change", (event) => {
    remember({ outcomes: event.target.checked ? "1" : "" });
    draw();
  });
  byId("stop").addEventListener("click", () => asking.abort());
  byId("numbers-box").addEventListener("toggle", numbers);
  byId("csv").addEventListener("click", () => save("table.csv", csv(), "text/csv"));
  byId("png").addEventListener("click", async () => save("table.png", await figure.png()));
  byId("svg").addEventListener("click", async () => save("table.svg", await figure.svg(title()), "image/svg+xml"));
  figure = new Figure(byId("canvas"), byId("cell"));
  byId("zoom-in").addEventListener("click", () => figure.zoom(1.5));
  byId("zoom-out").addEventListener("click", () => figure.zoom(1 / 1.5));
  byId("zoom-all").addEventListener("click", () => figure.all());
}

export function recall() {
  byId("from").value = state.from;
  byId("to").value = state.to;
  byId("outcomes").checked = state.outcomes === "1";
}

export function show(usable) {
  if (!rule) {
    // What was drawn is of another game.
    asking.abort();
    about = "";
    data = null;
    byId("figure").hidden = byId("numbers-box").hidden = true;
    byId("table-message").replaceChildren();
  }
  if (!usable) return;
  byId("from").placeholder = "0";
  byId("to").placeholder = usual(axes());
  const now = JSON.stringify([parameters(), state.from, state.to, state.outcomes]);
  if (now !== about) draw();
  else if (data) label();
}

/** The kind whose table is shown: the first that the server makes one of. */
const kind = () => rule.kinds.find((one) => one.coordinates.length <= 2) ?? rule.kinds[0];
const axes = () => kind().coordinates.length;
/** The names of the coordinates that are shown: of more than two, those that are not the same everywhere. */
function names() {
  const all = kind().coordinates;
  if (all.length <= 2) return all;
  const [from, to] = [data.asked.from, data.asked.to].map((corner) => corner.split(",").map(Number));
  const changing = all.filter((_, axis) => (from[axis] ?? from.at(-1)) !== (to[axis] ?? to.at(-1)));
  return changing.length ? changing : all.slice(-1);
}
/** The question of the table that is to be seen. */
function question() {
  const to = state.to.trim() || usual(axes());
  return { ...parameters(), from: state.from.trim() || "0", to, outcomes: state.outcomes === "1" };
}

async function draw() {
  if (!rule) return;
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  about = JSON.stringify([parameters(), state.from, state.to, state.outcomes]);
  const asked = question(), message = byId("table-message");
  message.textContent = t("computing");
  byId("stop").hidden = false;
  try {
    const progress = ({ done, total }) => {
      message.textContent = total ? t("progress", done, total) : done ? t("progress_unknown", done) : t("computing");
    };
    const [response, proved] = await Promise.all([
      work({ ...asked, ask: "table", format: "binary" }, progress, signal),
      axes() === 1 && !asked.outcomes && !asked.misere && !rule.misere ? ask("explain", { game: asked.game }, signal).then((plan) => plan.proved).catch(() => undefined) : undefined,
    ]);
    const bytes = await response.arrayBuffer();
    if (signal.aborted) return;
    data = { ...readTable(bytes), proved, asked };
    message.textContent = t("drawn", data.values.length);
    byId("figure").hidden = false;
    byId("numbers-box").hidden = data.values.length > NUMBERS;
    shown = null;
    figure.set(data);
    label();
    numbers();
  } catch (problem) {
    if (problem.name === "AbortError") { if (signal === asking.signal) message.replaceChildren(); return; }
    data = null;
    byId("figure").hidden = byId("numbers-box").hidden = true;
    tell(message, problem);
  } finally {
    if (signal === asking.signal) byId("stop").hidden = true;
  }
}

const title = () => rule?.name ?? state.game;

/** The words around the picture. */
function label() {
  const { asked, proved, from, rows, columns, outcomes } = data;
  const two = data.axes === 2;
  byId("canvas").setAttribute("aria-label", two
    ? t("heat_label", title(), from[0], from[0] + rows - 1, from[1], from[1] + columns - 1)
    : t("plot_label", title(), from[0], from[0] + rows - 1));
  const pattern = proved ? t(proved.saltus === "0" ? "period" : "period_saltus", proved.period, proved.preperiod, proved.saltus)
    : proved === null ? t("period_none") : "";
  byId("caption").textContent = two ? t(outcomes ? "legend_outcome" : "legend_value", figure.largest) : pattern;
  const link = byId("json");
  link.hidden = data.values.length > JSON_CELLS;
  const { misere, outcomes: only, ...rest } = asked;
  link.href = address("table", { ...rest, ...(misere && { misere }), ...(only && { outcomes: only }) });
}

const text = (value) => data.outcomes ? "PND"[value] : value === data.win ? t("win") : value === data.over ? t("over") : String(value);

/** The values as numbers, for those who read them or have them read. */
function numbers() {
  const box = byId("numbers");
  if (!data || data === shown || byId("numbers-box").hidden || !byId("numbers-box").open) return;
  shown = data;
  const { from, rows, columns, values } = data;
  const heads = data.axes === 2 ? Array.from({ length: columns }, (_, c) => String(from[1] + c)) : [t("value")];
  const head = make("tr", {}, make("td"), ...heads.map((one) => make("th", { scope: "col" }, one)));
  const body = Array.from({ length: rows }, (_, r) => make("tr", {}, make("th", { scope: "row" }, String(from[0] + r)),
    ...Array.from(values.subarray(r * columns, (r + 1) * columns), (value) =>
      make("td", { class: value === 0 ? "zero" : null }, text(value)))));
  box.replaceChildren(make("table", {}, make("caption", {}, title()), make("thead", {}, head), make("tbody", {}, ...body)));
}

function csv() {
  const { from, rows, columns, values } = data;
  const plain = (value) => data.outcomes ? "PND"[value] : value === data.win ? "win" : value === data.over ? "over" : value;
  const [row, column] = names();
  if (data.axes === 1) return `${row},value\n` + Array.from(values, (value, n) => `${from[0] + n},${plain(value)}\n`).join("");
  const lines = [[`${row}\\${column}`, ...Array.from({ length: columns }, (_, c) => from[1] + c)].join(",")];
  for (let r = 0; r < rows; r++) lines.push([from[0] + r, ...Array.from(values.subarray(r * columns, (r + 1) * columns), plain)].join(","));
  return lines.join("\n") + "\n";
}
