// The language of the page, and small pieces of it.
import { STRINGS } from "./strings.js";

const known = (tag) => (tag || "").toLowerCase().startsWith("zh") ? "zh" : "en";
let language = known(navigator.language);

export const currentLanguage = () => language;

/** Chooses the language and puts it on everything that stands in the page. */
export function useLanguage(tag) {
  language = known(tag);
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
}

/** The string of this key, with what stands for {0}, {1} and so on. */
export function t(key, ...values) {
  const text = STRINGS[language][key] ?? STRINGS.en[key] ?? key;
  return text.replace(/\{(\d)\}/g, (_, index) => values[index] ?? "");
}

/** A move as one reads it. */
export const arrow = (move) => move.replaceAll("->", "→");

/** An element with attributes and children; text is never read as HTML. */
export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Saves text or bytes as a file. */
export function save(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
