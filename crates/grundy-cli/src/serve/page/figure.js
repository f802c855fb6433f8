// A picture that is panned and zoomed: a heat map of two coordinates, or the points of a sequence.
import { heat } from "./heat.js";
import { plot } from "./plot.js";
import { t } from "./words.js";

/** Room for the numbers beside the picture. */
const LEFT = 52, TOP = 8, BOTTOM = 24, RIGHT = 8;

export class Figure {
  /** Draws into a canvas; `readout` says what is at the cursor. */
  constructor(canvas, readout) {
    this.canvas = canvas;
    this.readout = readout;
    this.kind = null;
    this.pointers = new Map();
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), this.at(event));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, this.at(event));
    });
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** What is to be seen. */
  set(data) {
    this.data = data;
    this.kind = data.axes === 2 ? heat(data) : plot(data);
    this.largest = this.kind.largest;
    this.cursor = null;
    this.readout.textContent = "";
    this.all();
  }

  /** The size of the picture without its margins, in pixels of the page. */
  size() {
    const box = this.canvas.getBoundingClientRect();
    return { width: Math.max(1, box.width - LEFT - RIGHT), height: Math.max(1, box.height - TOP - BOTTOM) };
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left - LEFT, y: event.clientY - box.top - TOP };
  }

  /** Shows everything. */
  all() {
    this.view = null;
    this.draw();
  }

  /** Shows more or less, around a point that stays where it is. */
  zoom(factor, point) {
    if (!this.kind) return;
    const { width, height } = this.size();
    const { x, y } = point ?? { x: width / 2, y: height / 2 };
    const view = this.view ?? this.kind.all(width, height);
    const scale = this.kind.bounded(view.scale * factor, width, height);
    const ratio = view.scale / scale;
    this.view = { ...view, scale, x: view.x + (x / view.scale) * (1 - ratio), y: view.y + (y / view.scale) * (1 - ratio) };
    this.draw();
  }

  pan(dx, dy) {
    const { width, height } = this.size();
    const view = this.view ?? this.kind.all(width, height);
    this.view = { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
    this.draw();
  }

  moved(event) {
    if (!this.kind) return;
    const now = this.at(event), before = this.pointers.get(event.pointerId);
    if (!before) return this.point(this.kind.cell(this.seen(), now.x, now.y));
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      this.zoom(apart(now, other) / apart(before, other), other);
    } else {
      this.pan(now.x - before.x, now.y - before.y);
    }
    this.pointers.set(event.pointerId, now);
  }

  key(event) {
    if (!this.kind) return;
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (step) {
      const [row, column] = this.cursor ?? this.kind.first;
      this.point(this.kind.step([row, column], step), true);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.all();
    else return;
    event.preventDefault();
  }

  /** Puts the cursor on a cell and says what is there. */
  point(cell, follow) {
    if (!cell || String(cell) === String(this.cursor)) return;
    this.cursor = cell;
    const { data } = this, value = this.kind.value(cell);
    const said = data.outcomes ? "PND"[value] : value === data.win ? t("win") : value === data.over ? t("over") : value;
    this.readout.textContent = t("cell_is", this.kind.name(cell), said);
    if (follow && this.view) this.view = this.kind.follow(this.view, cell, this.size());
    this.draw();
  }

  seen() {
    const { width, height } = this.size();
    return this.view ?? this.kind.all(width, height);
  }

  draw() {
    if (!this.kind || this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      const ratio = devicePixelRatio || 1, box = this.canvas.getBoundingClientRect();
      if (!box.width) return;
      this.canvas.width = Math.round(box.width * ratio);
      this.canvas.height = Math.round(box.height * ratio);
      const context = this.canvas.getContext("2d");
      context.scale(ratio, ratio);
      this.paint(context, box.width, box.height);
    });
  }

  paint(context, fullWidth, fullHeight) {
    const style = getComputedStyle(document.documentElement), color = (name) => style.getPropertyValue(name).trim();
    const colors = { back: color("--card"), ink: color("--ink"), soft: color("--soft"), line: color("--line"), main: color("--main"), bad: color("--bad") };
    const width = fullWidth - LEFT - RIGHT, height = fullHeight - TOP - BOTTOM, view = this.seen();
    context.fillStyle = colors.back;
    context.fillRect(0, 0, fullWidth, fullHeight);
    context.save();
    context.translate(LEFT, TOP);
    context.save();
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    this.kind.paint(context, view, width, height, colors, this.cursor);
    context.restore();
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = colors.soft;
    const ticks = this.kind.ticks(view, width, height);
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const { at, text } of ticks.across) context.fillText(text, at, height + 5);
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const { at, text } of ticks.down) context.fillText(text, -6, at);
    context.restore();
  }

  /** The picture as it is seen. */
  png() {
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** All of it as SVG, with title and axes. */
  async svg(title) {
    const escape = (text) => String(text).replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const width = 800, height = 600;
    const view = this.kind.all(width, height);
    const ticks = this.kind.ticks(view, width, height);
    const label = (x, y, anchor, text) => `<text x="${x}" y="${y}" text-anchor="${anchor}">${escape(text)}</text>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-70 -40 ${width + 90} ${height + 80}" font-family="sans-serif" font-size="14">`
      + `<rect x="-70" y="-40" width="${width + 90}" height="${height + 80}" fill="#fff"/>`
      + `<text x="0" y="-14" font-size="18">${escape(title)}</text>${this.kind.svg(view, width, height)}`
      + ticks.across.map(({ at, text }) => label(at, height + 20, "middle", text)).join("")
      + ticks.down.map(({ at, text }) => label(-8, at + 5, "end", text)).join("") + "</svg>\n";
  }
}

/** Round numbers between two, not more than `most`. */
export function roundNumbers(least, largest, most) {
  const span = Math.max(1, largest - least), rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough));
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= largest; at += step) found.push(at);
  return found;
}
