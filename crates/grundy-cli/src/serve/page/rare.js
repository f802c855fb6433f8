// The rare and common values of a take-and-break game: the mask that tells them apart, and counts.
import { ask } from "./api.js";
import { parameters } from "./main.js";
import { tell } from "./messages.js";
import { byId, make, t } from "./words.js";

let asking = new AbortController(), about = "", seen = null;

export function start() {
  byId("rare-form").addEventListener("submit", (event) => { event.preventDefault(); look(); });
}

export function show(usable) {
  byId("rare-form").querySelector("button").disabled = !usable;
  const now = JSON.stringify(parameters());
  if (now !== about) {
    about = now;
    seen = null;
    asking.abort();
    byId("rare").replaceChildren();
    if (usable) look();
    else about = "";
  } else if (seen) {
    draw();
  }
}

async function look() {
  asking.abort();
  asking = new AbortController();
  byId("rare").textContent = t("computing");
  seen = null;
  try {
    const to = byId("rare-to").value.trim();
    seen = await ask("rare", { game: parameters().game, ...(to && { to }) }, asking.signal);
    draw();
  } catch (problem) {
    tell(byId("rare"), problem);
  }
}

/** A table with a name and the heads of its columns. */
function table(caption, heads, rows) {
  const head = make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)));
  const line = (row) => make("tr", {}, ...row.map((one) => make("td", {}, one)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...rows.map(line))));
}

function draw() {
  const { space, heaps, values, more_values } = seen, last = String(BigInt(heaps) - 1n);
  if (!space) return byId("rare").replaceChildren(make("p", {}, t("rare_none", last)));
  const said = t(space.with_size ? "rare_mask_size" : "rare_mask", space.binary, space.mask);
  const counts = values.map((one) => [one.value, one.common, one.rare]);
  if (more_values) counts.push(["…", "", ""]);
  const rare = space.rare.map(([heap, value]) => [heap, value]);
  if (space.more) rare.push(["…", ""]);
  byId("rare").replaceChildren(
    make("p", {}, said),
    make("p", { id: "rare-count" }, space.last_rare === null ? t("rare_no_heap", last) : t("rare_count", space.rares, last, space.last_rare)),
    make("div", { class: "side" },
      table(t("rare_values"), [t("value"), t("common"), t("rare")], counts),
      table(t("rare_heaps"), [t("heap"), t("value")], rare)));
}
