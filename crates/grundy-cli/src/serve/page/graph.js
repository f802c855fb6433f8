// Everything that can be reached from a small position: a picture, and the same as a table.
import { ask } from "./api.js";
import { parameters, state } from "./main.js";
import { tell } from "./messages.js";
import { byId, make, save, t } from "./words.js";

let asking = new AbortController(), about = "", seen = null, picture = "";

export function start() {
  byId("graph-svg").addEventListener("click", () => save("graph.svg", seen.svg, "image/svg+xml"));
  byId("graph-png").addEventListener("click", png);
  byId("graph-json").addEventListener("click", () => {
    const { svg, ...rest } = seen;
    save("graph.json", JSON.stringify(rest, null, 2) + "\n", "application/json");
  });
}

export function show(usable) {
  const now = JSON.stringify([parameters(), state.position]);
  if (now !== about) {
    about = now;
    seen = null;
    asking.abort();
    byId("graph").hidden = true;
    byId("graph-message").replaceChildren();
    if (usable) look();
    else about = "";
  } else if (seen) {
    draw();
  }
}

async function look() {
  asking = new AbortController();
  const message = byId("graph-message");
  message.textContent = t("computing");
  try {
    seen = await ask("graph", { ...parameters(), position: state.position }, asking.signal);
    draw();
  } catch (problem) {
    byId("graph").hidden = true;
    tell(message, problem);
  }
}

const winner = { N: "won", P: "lost", D: "draw" };

function draw() {
  const { positions, svg } = seen, name = positions[0].position;
  byId("graph-message").textContent = t("graph_said", positions.length, name);
  URL.revokeObjectURL(picture);
  picture = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  byId("graph-picture").src = picture;
  byId("graph-picture").alt = t("graph_alt", name, positions.length);
  const head = make("tr", {}, ...["position", "value", "outcome", "moves"].map((key) => make("th", { scope: "col" }, t(key))));
  const line = (one) => make("tr", {}, make("th", { scope: "row" }, one.position), make("td", {}, one.value ?? "–"),
    make("td", {}, t(winner[one.outcome])), make("td", {}, one.moves.map((to) => positions[to].position).join("; ") || "–"));
  byId("graph-table").replaceChildren(make("table", {}, make("caption", {}, name), make("thead", {}, head),
    make("tbody", {}, ...positions.map(line))));
  byId("graph").hidden = false;
}

/** The picture in pixels, two for each of its units. */
function png() {
  const image = byId("graph-picture"), canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save("graph.png", blob), "image/png");
}
