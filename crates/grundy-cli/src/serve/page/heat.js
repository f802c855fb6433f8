// A heat map: every cell is a pixel of one image, drawn larger or smaller.
import { roundNumbers } from "./figure.js";

// From dark to light also in black and white, and for every kind of colour vision (blue to yellow).
const STOPS = [[58, 76, 120], [92, 108, 128], [124, 128, 128], [160, 152, 116], [205, 184, 90], [253, 231, 96]];
const ZERO = [8, 16, 40];

function color(part) {
  const at = part * (STOPS.length - 1), index = Math.min(Math.floor(at), STOPS.length - 2), rest = at - index;
  return STOPS[index].map((value, channel) => Math.round(value + (STOPS[index + 1][channel] - value) * rest));
}

const packed = ([red, green, blue]) => (255 << 24 | blue << 16 | green << 8 | red) >>> 0;

/** The image of a table, a pixel for each value, and the largest of them. */
function image({ values, rows, columns, win, over, outcomes }) {
  let largest = 0;
  if (!outcomes) for (const value of values) if (value > largest && value < over) largest = value;
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d"), pixels = context.createImageData(columns, rows);
  const words = new Uint32Array(pixels.data.buffer);
  const special = new Map([[0, ZERO], [win, [255, 255, 255]], [over, [120, 40, 40]]]);
  const one = (value) => packed(special.get(value) ?? (outcomes ? STOPS.at(-1) : color(Math.min(1, value / largest))));
  if (win < 1 << 16) {
    // A color for each value there can be: millions of cells only look theirs up.
    const colors = Uint32Array.from({ length: win + 1 }, (_, value) => value <= largest || value >= over || outcomes ? one(value) : 0);
    for (let index = 0; index < values.length; index++) words[index] = colors[values[index]];
  } else {
    const known = new Map();
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (!known.has(value)) known.set(value, one(value));
      words[index] = known.get(value);
    }
  }
  context.putImageData(pixels, 0, 0);
  return { canvas, largest };
}

/** Cells from this size on show their values. */
const READABLE = 26;

export function heat(data) {
  const { rows, columns, from, values } = data;
  const { canvas, largest } = image(data);
  const all = (width, height) => {
    const scale = Math.min(width / columns, height / rows);
    return { scale, x: 0, y: 0 };
  };
  const inside = ([row, column]) => row >= 0 && column >= 0 && row < rows && column < columns;
  return {
    largest, all, first: [0, -1],
    bounded: (scale, width, height) => Math.min(80, Math.max(all(width, height).scale * 0.8, scale)),
    value: ([row, column]) => values[row * columns + column],
    name: ([row, column]) => `(${from[0] + row}, ${from[1] + column})`,
    step: ([row, column], [down, right]) => [
      Math.min(rows - 1, Math.max(0, row + down)), Math.min(columns - 1, Math.max(0, column + right))],
    cell: (view, x, y) => {
      const cell = [Math.floor(view.y + y / view.scale), Math.floor(view.x + x / view.scale)];
      return x >= 0 && y >= 0 && inside(cell) ? cell : null;
    },
    follow: (view, [row, column], { width, height }) => {
      const within = (start, at, room) => at < start ? at : at + 1 > start + room ? at + 1 - room : start;
      return { ...view, x: within(view.x, column, width / view.scale), y: within(view.y, row, height / view.scale) };
    },
    paint(context, view, width, height, colors, cursor) {
      const { scale, x, y } = view;
      context.imageSmoothingEnabled = scale < 1;
      context.drawImage(canvas, -x * scale, -y * scale, columns * scale, rows * scale);
      if (scale >= READABLE) this.numbers(context, view, width, height);
      if (cursor) {
        context.strokeStyle = colors.bad;
        context.lineWidth = 2;
        const side = Math.max(scale, 4);
        context.strokeRect((cursor[1] - x) * scale, (cursor[0] - y) * scale, side, side);
      }
    },
    numbers(context, { scale, x, y }, width, height) {
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.font = `${Math.min(16, scale * 0.42)}px system-ui, sans-serif`;
      for (let row = Math.max(0, Math.floor(y)); row < Math.min(rows, y + height / scale); row++) {
        for (let column = Math.max(0, Math.floor(x)); column < Math.min(columns, x + width / scale); column++) {
          const value = values[row * columns + column];
          const text = data.outcomes ? "PND"[value] : value === data.win ? "!" : value === data.over ? "×" : value;
          context.fillStyle = value === 0 || value < largest * 0.3 ? "#fff" : "#000";
          if (data.outcomes && value !== 0 || value === data.win) context.fillStyle = "#000";
          context.fillText(text, (column + 0.5 - x) * scale, (row + 0.5 - y) * scale);
        }
      }
    },
    ticks({ scale, x, y }, width, height) {
      const along = (start, count, offset, room, apart) =>
        roundNumbers(offset + Math.max(0, Math.ceil(start - 0.5)), offset + Math.min(count - 1, start + room / scale - 0.5), room / apart)
          .map((number) => ({ at: (number - offset + 0.5 - start) * scale, text: number }));
      return { across: along(x, columns, from[1], width, 70), down: along(y, rows, from[0], height, 40) };
    },
    svg: ({ scale }) => `<image width="${columns * scale}" height="${rows * scale}" style="image-rendering:pixelated" preserveAspectRatio="none" href="${canvas.toDataURL()}"/>`,
  };
}
