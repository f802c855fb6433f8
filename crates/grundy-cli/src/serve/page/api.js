// Questions to the server.
import { currentLanguage } from "./words.js";

/** What the server says instead of an answer. */
export class Problem extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

const PATH = "/api/v1/";
const offline = () => new Problem({ kind: "offline", message: "", help: null, place: null });

/** How often a question that finds the queue full is asked again. */
const AGAIN = 3;

async function send(path, options, again = AGAIN) {
  let response;
  try {
    // Messages come in the language of the page.
    const headers = { ...options?.headers, "accept-language": currentLanguage() };
    response = await fetch(PATH + path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw offline();
  }
  if (response.status === 429 && again > 0) {
    await new Promise((done) => setTimeout(done, 1000 * Number(response.headers.get("retry-after") ?? 1)));
    return send(path, options, again - 1);
  }
  if (!response.ok) {
    const document = await response.json().catch(() => null);
    throw document?.error ? new Problem(document.error) : offline();
  }
  return response;
}

const post = (body, signal) =>
  ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

/** Asks a question; aborting the signal stops the work. */
export async function ask(what, parameters, signal) {
  return (await send(what, post(parameters, signal))).json();
}

export const games = async () => (await send("games")).json();

/** The address of a question, for a link. */
export const address = (what, parameters) => PATH + what + "?" + new URLSearchParams(parameters);

/** Asks for long work as a job and waits for its answer; `progress` is shown how far it has come. */
export async function work(parameters, progress, signal) {
  // Not stopped before its name is known: without that nobody could stop it.
  const { job } = await (await send("jobs", post(parameters))).json();
  const stop = () => fetch(`${PATH}jobs/${job}`, { method: "DELETE" }).catch(() => {});
  if (signal.aborted) {
    stop();
    throw new DOMException("", "AbortError");
  }
  signal.addEventListener("abort", stop);
  await new Promise((resolve, reject) => {
    const events = new EventSource(`${PATH}jobs/${job}/events`);
    const end = (how, value) => { events.close(); how(value); };
    events.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
    events.addEventListener("done", () => end(resolve));
    events.addEventListener("error", () => end(reject, offline()));
    signal.addEventListener("abort", () => end(reject, new DOMException("", "AbortError")));
  });
  signal.removeEventListener("abort", stop);
  return send(`jobs/${job}/answer`, { signal });
}

/** Reads a table in bytes: see the description of the API. */
export function readTable(buffer) {
  const view = new DataView(buffer);
  const width = view.getUint8(4);
  const rows = view.getUint32(24, true), columns = view.getUint32(28, true);
  const Kind = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[width];
  const values = new Kind(buffer, 32, rows * columns);
  const win = 2 ** (8 * width) - 1;
  return {
    axes: view.getUint8(5), outcomes: view.getUint8(6) === 1, values, rows, columns, win, over: win - 1,
    from: [Number(view.getBigUint64(8, true)), Number(view.getBigUint64(16, true))],
  };
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The text before, at and after a place, which is in bytes. */
export function parted({ source, start, end }) {
  const bytes = encoder.encode(source);
  const piece = (from, to) => decoder.decode(bytes.slice(from, to));
  return [piece(0, start), piece(start, end), piece(end)];
}
