// What is wrong, with its place marked.
import { Problem, parted } from "./api.js";
import { make, t } from "./words.js";

/** Puts a problem into a node; whatever else was thrown goes on. */
export function tell(node, problem) {
  if (problem.name === "AbortError") return;
  if (!(problem instanceof Problem)) throw problem;
  const { kind, message, help, place } = problem.error;
  const box = make("div", { class: "wrong" }, make("strong", {}, t("kind_" + kind)));
  const details = make("div");
  if (place?.source) {
    const [before, at, after] = parted(place);
    details.append(make("pre", {}, before, make("mark", {}, at || "⎵"), after));
  }
  details.append(message);
  if (help) details.append(make("div", {}, help));
  box.append(details);
  node.replaceChildren(box);
}
