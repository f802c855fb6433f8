// A program that answers the game.
import { ask } from "./api.js";
import { parameters } from "./main.js";
import { tell } from "./messages.js";
import { byId, save, t } from "./words.js";

let asking = new AbortController(), about = "";
const ENDS = { "c++": "cpp", python: "py", rust: "rs" };

export function start() {
  byId("write").addEventListener("click", write);
  byId("save").addEventListener("click", () =>
    save("game." + ENDS[byId("lang").value], byId("program").textContent, "text/plain"));
}

export function show(usable) {
  byId("write").disabled = !usable;
  const now = JSON.stringify(parameters());
  if (now === about) return;
  about = now;
  asking.abort();
  byId("program").hidden = byId("save").hidden = true;
  byId("code-note").replaceChildren();
}

async function write() {
  asking.abort();
  asking = new AbortController();
  byId("code-note").textContent = t("computing");
  try {
    const answer = await ask("code", { ...parameters(), lang: byId("lang").value }, asking.signal);
    byId("program").textContent = answer.program;
    byId("program").hidden = byId("save").hidden = false;
    byId("code-note").textContent = t("basis_" + answer.basis);
  } catch (problem) {
    byId("program").hidden = byId("save").hidden = true;
    tell(byId("code-note"), problem);
  }
}
