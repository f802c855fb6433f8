// The points of a sequence, with its proved period marked.
import { roundNumbers } from "./figure.js";

export function plot(data) {
  const { values, rows, from, win, over, outcomes, proved } = data;
  let largest = 1;
  for (const value of values) if (value > largest && value < over) largest = value;
  // The scale is pixels per heap; upwards everything is always seen.
  const all = (width) => ({ scale: width / rows, x: 0, y: 0 });
  const up = (value, height) => height - 6 - (Math.min(value, largest) / largest) * (height - 16);
  const preperiod = proved ? Number(proved.preperiod) : NaN, period = proved ? Number(proved.period) : NaN;
  /** Where periods begin, as places in the table. */
  const starts = (first, last) => {
    const found = [];
    if (!(period > 0)) return found;
    let at = preperiod + Math.max(0, Math.ceil((from[0] + first - preperiod) / period)) * period;
    for (; at <= from[0] + last && found.length < 400; at += period) found.push(at - from[0]);
    return found;
  };
  const seen = ({ scale, x }, width) => [Math.max(0, Math.floor(x)), Math.min(rows - 1, Math.ceil(x + width / scale))];
  return {
    largest, all, first: [0, -1],
    bounded: (scale, width) => Math.min(60, Math.max(width / rows, scale)),
    value: ([, index]) => values[index],
    name: ([, index]) => String(from[0] + index),
    step: ([, index], [, right]) => [0, Math.min(rows - 1, Math.max(0, index + right))],
    cell: (view, x) => {
      const index = Math.floor(view.x + x / view.scale);
      return x >= 0 && index >= 0 && index < rows ? [0, index] : null;
    },
    follow: (view, [, index], { width }) => {
      const room = width / view.scale;
      return { ...view, x: index < view.x ? index : index + 1 > view.x + room ? index + 1 - room : view.x };
    },
    paint(context, view, width, height, colors, cursor) {
      const { scale, x } = view, [first, last] = seen(view, width), place = (index) => (index - x) * scale;
      if (preperiod > from[0]) {
        context.fillStyle = colors.line;
        context.globalAlpha = 0.35;
        context.fillRect(place(0), 0, (preperiod - from[0]) * scale, height);
        context.globalAlpha = 1;
      }
      context.strokeStyle = colors.line;
      context.lineWidth = 1;
      if (period * scale >= 5) for (const start of starts(first, last)) {
        context.beginPath();
        context.moveTo(place(start), 0);
        context.lineTo(place(start), height);
        context.stroke();
      }
      const size = Math.min(7, Math.max(3, scale * 0.6));
      for (let index = first; index <= last; index++) {
        const value = values[index];
        context.fillStyle = value === 0 ? colors.bad : colors.main;
        context.fillRect(place(index + 0.5) - size / 2, up(value, height) - size / 2, size, size);
      }
      if (cursor) {
        context.strokeStyle = colors.ink;
        context.beginPath();
        context.arc(place(cursor[1] + 0.5), up(values[cursor[1]], height), size + 3, 0, 7);
        context.stroke();
      }
    },
    ticks(view, width, height) {
      const [first, last] = seen(view, width);
      return {
        across: roundNumbers(from[0] + first, from[0] + last, width / 70)
          .map((number) => ({ at: (number - from[0] + 0.5 - view.x) * view.scale, text: number })),
        down: outcomes ? [{ at: up(0, height), text: "P" }, { at: up(1, height), text: "N" }]
          : roundNumbers(0, largest, height / 40).map((value) => ({ at: up(value, height), text: value })),
      };
    },
    svg: (view, width, height) => {
      const lines = period * view.scale >= 5 ? starts(0, rows - 1).map((start) => `M${(start * view.scale).toFixed(1)} 0V${height}`).join("") : "";
      const points = Array.from(values, (value, index) => value === win || value === over ? ""
        : `M${((index + 0.5) * view.scale).toFixed(1)} ${up(value, height).toFixed(1)}h0`).join("");
      return `<path d="${lines}" stroke="#ccc"/><path d="M0 0V${height}H${width}" fill="none" stroke="#000"/>`
        + `<path d="${points}" stroke="#1f4e79" stroke-width="3" stroke-linecap="round"/>`;
    },
  };
}
