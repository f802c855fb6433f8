// The reasons of an explanation, in words.
import { arrow, make, t } from "./words.js";

const outcomes = { N: "won", P: "lost", D: "draw" };

export const verdict = (outcome) =>
  make("p", { class: "verdict " + (outcome === "N" ? "won" : outcome === "P" ? "lost" : "") }, t(outcomes[outcome] ?? "draw"));

const shown = (value) => value === "win" ? t("win") : value === "over" ? t("over") : value;

/** A nim-sum as a column of binary numbers. */
function columns(rows, sum) {
  const binary = (value) => BigInt(value).toString(2);
  const width = Math.max(...[...rows.map((row) => row.value), sum].map((value) => binary(value).length));
  const line = (name, value, last) => make("tr", { class: last ? "sum" : null },
    make("th", { scope: "row" }, name), make("td", {}, value),
    make("td", {}, binary(value).padStart(width, "0")));
  return make("table", { class: "binary" },
    make("tbody", {}, ...rows.map((row) => line(row.component, row.value, false)), line(t("sum"), sum, true)));
}

/** Names and what is said of them, in a table. */
const facts = (rows) => make("table", { class: "binary" },
  make("tbody", {}, ...rows.map(([name, said]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, said)))));

function step(one) {
  switch (one.step) {
    case "component": {
      const known = one.value != null;
      const said = known ? t("step_component", one.component, shown(one.value)) : t("step_component_unknown", one.component);
      if (one.reason == null) return [said];
      return known ? [said, " (", one.reason, ")"] : [said, " ", one.reason];
    }
    case "mex":
      return [t("step_mex", one.component, one.options.map((option) => `${option.to} (${shown(option.value)})`).join(", ") || "–", shown(one.value)), ...(one.images == null ? [] : [" ", t("step_images", one.images)])];
    case "nim_sum": return [t("step_nim_sum"), columns(one.rows, one.sum)];
    case "reduce": return [t("step_reduce", arrow(one.move), one.from, one.to)];
    case "at_once": return [t("step_at_once", arrow(one.move))];
    case "play": return [t("step_play", arrow(one.move))];
    case "pairing": {
      const how = t("symmetry_" + one.symmetry);
      const said = one.begin == null ? t("step_pairing", how) : t("step_pairing_after", one.begin, how);
      return [said, " ", t("step_pairing_example", one.example.made, one.example.answer)];
    }
    case "stealing": return [t("step_stealing", one.contained)];
    case "lasts": return [t("step_lasts", one.moves)];
    case "misere_nim": return [t("step_misere_nim", one.heaps_above_one, one.heaps_of_one)];
    case "misere": return [t("step_misere")];
    case "moves": return [t("step_moves", one.moves.map((made) => `${arrow(made.move)} (${made.leaves})`).join(", ") || "–")];
    case "tame":
      return [t("step_tame"), facts(one.rows.map((row) => [row.component, t(row.fickle ? "fickle" : "firm", row.value)])),
        t(one.fickle ? "step_tame_fickle" : "step_tame_firm", one.sum)];
    case "quotient":
      return [t("step_quotient", one.order, one.lost),
        facts([...one.rows.map((row) => [row.component, row.word]), ...one.generators.map((own) => [own.name, `[${own.heap}]`])]),
        t(one.product_is_lost ? "step_quotient_lost" : "step_quotient_won", one.product)];
    case "wythoff":
      return [t("step_wythoff", one.smaller.heap, one.smaller.fibonacci_digits, one.larger.heap, one.larger.fibonacci_digits)];
    case "wythoff_leaves":
      return [t("step_wythoff_leaves", one.smaller.heap, one.smaller.fibonacci_digits, one.larger.heap, one.larger.fibonacci_digits)];
    case "fibonacci_nim": return [t("step_fibonacci_nim", one.heap, one.parts.join(" + "), one.most)];
    case "over": return [t("step_over", one.component)];
    case "outcome": return [t(outcomes[one.outcome])];
    default: return [one.step];
  }
}

/** The steps as a list. */
export const reasons = (steps) =>
  make("ol", { class: "why" }, ...steps.map((one) => make("li", {}, ...step(one).filter((piece) => piece != null))));

/** The winning move that an explanation names. */
export const namedMove = (steps) => steps.find((one) => one.move)?.move;
