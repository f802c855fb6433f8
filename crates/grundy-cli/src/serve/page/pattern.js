// What is seen in the table of values.
import { ask } from "./api.js";
import { parameters } from "./main.js";
import { tell } from "./messages.js";
import { byId, make, t } from "./words.js";

let asking = new AbortController(), about = "";

export function start() {
  byId("look").addEventListener("click", look);
}

export function show(usable) {
  byId("look").disabled = !usable;
  const now = JSON.stringify(parameters());
  if (now !== about) {
    asking.abort();
    byId("pattern").replaceChildren();
    about = now;
  }
}

const place = (position) => position.length > 1 ? `(${position.join(", ")})` : position[0];

async function look() {
  asking.abort();
  asking = new AbortController();
  const box = byId("pattern");
  box.textContent = t("computing");
  try {
    const seen = await ask("pattern", parameters(), asking.signal);
    const held = seen.held.map((one) => make("li", {}, make("code", {}, one.statement), ` (${t("held_at", one.held)}`,
      one.exceptions.length ? `; ${t("exceptions", one.exceptions.map((wrong) => place(wrong.position)).join(", "))}` : "", ")"));
    const broken = seen.broken.map((one) => {
      const [wrong] = one.exceptions;
      return make("li", {}, make("code", {}, one.statement), " ",
        t("broken_at", one.held, place(wrong.position), wrong.said ?? t("says_nothing"), wrong.right));
    });
    box.replaceChildren(make("p", {}, t(held.length ? "seen" : "seen_nothing", seen.to)),
      make("ul", {}, ...held), broken.length ? make("p", {}, t("broken")) : "", make("ul", {}, ...broken));
  } catch (problem) {
    tell(box, problem);
  }
}
