// What is seen in the table of values, and what is proved of all positions.
import { ask } from "./api.js";
import { parameters } from "./main.js";
import { tell } from "./messages.js";
import { byId, make, save, t } from "./words.js";

let asking = new AbortController(), about = "";

export function start() {
  byId("look").addEventListener("click", () => answer("pattern", seen));
  byId("prove").addEventListener("click", () => answer("prove", theorem));
}

export function show(usable) {
  byId("look").disabled = byId("prove").disabled = !usable;
  const now = JSON.stringify(parameters());
  if (now !== about) {
    asking.abort();
    byId("pattern").replaceChildren();
    about = now;
  }
}

const place = (position) => position.length > 1 ? `(${position.join(", ")})` : position[0];

async function answer(what, parts) {
  asking.abort();
  asking = new AbortController();
  const box = byId("pattern");
  box.textContent = t("computing");
  try {
    box.replaceChildren(...parts(await ask(what, parameters(), asking.signal)));
  } catch (problem) {
    tell(box, problem);
  }
}

/** What is seen, and where it fails. */
function seen(answer) {
  const proved = answer.held.filter((one) => one.proved).map((one) => make("p", {}, t("proved", one.statement),
    one.exceptions.length ? `; ${t("exceptions", one.exceptions.map((wrong) => place(wrong.position)).join(", "))}` : ""));
  const held = answer.held.filter((one) => !one.proved).map((one) => make("li", {}, make("code", {}, one.statement), ` (${t("held_at", one.held)}`,
    one.exceptions.length ? `; ${t("exceptions", one.exceptions.map((wrong) => place(wrong.position)).join(", "))}` : "", ")"));
  const broken = answer.broken.map((one) => {
    const [wrong] = one.exceptions;
    return make("li", {}, make("code", {}, one.statement), " ",
      t("broken_at", one.held, place(wrong.position), wrong.said ?? t("says_nothing"), wrong.right));
  });
  const heading = held.length ? (answer.theorem ? "seen_beside" : "seen") : "seen_nothing";
  const told = held.length || !proved.length ? make("p", {}, t(heading, answer.to)) : "";
  return [...proved, answer.theorem ? make("p", {}, t("proved", answer.theorem)) : "", told,
    make("ul", {}, ...held), broken.length ? make("p", {}, t("broken")) : "", make("ul", {}, ...broken)];
}

/** A theorem with its proof and its certificate, or what was tried. */
function theorem(answer) {
  if (!answer.proved) {
    return [make("p", {}, t("not_proved")), make("ul", {}, ...answer.tried.map((line) => make("li", {}, line)))];
  }
  const certificate = () => save("certificate.json", JSON.stringify(answer.certificate, null, 2) + "\n", "application/json");
  return [make("p", {}, t("proved", answer.theorem)), make("p", {}, answer.basis),
    answer.proof ? make("pre", { class: "proof", tabindex: "0" }, answer.proof) : "",
    answer.certificate ? make("div", { class: "row" }, make("button", { type: "button", onclick: certificate }, t("save_certificate")),
      ` ${t("check_certificate")} `, make("code", {}, "grundy check certificate.json")) : ""];
}
