// The page is whole without this file. With it the result replaces itself, the totals
// follow what is typed, and addresses and reports can be copied by a button.

import { makeScrollable } from "./scrollable.js";

const form = document.getElementById("calculator");
const button = form.querySelector("button");
const announcement = document.getElementById("announcement");
const inputs = [...form.querySelectorAll("input")];

/** What is asked at present; an answer to anything older is dropped. */
let asking = null;
/** The address, without its fragment, of what is shown. */
let shown = address(location);

function address({ pathname, search }) {
  return pathname + search;
}

/** Shows a page that the server answered, without moving what the reader looks at. */
function show(page, asked) {
  const top = button.getBoundingClientRect().top;
  document.getElementById("result").replaceWith(page.getElementById("result"));
  document.getElementById("errors")?.remove();
  const errors = page.getElementById("errors");
  if (errors) form.before(errors);
  for (const input of inputs) {
    const fresh = page.getElementById(input.id);
    if (fresh) renew(input, fresh, asked);
  }
  form.querySelector("details").open ||= page.querySelector("#calculator details").open;
  updateTotals();
  equip();
  if (errors) document.getElementById("errors").focus();
  else scrollBy(0, button.getBoundingClientRect().top - top);
  announcement.textContent = document.querySelector(".result")?.dataset.announcement ?? "";
}

/** Takes a field's value and fault from the answer, but keeps what was typed meanwhile. */
function renew(input, fresh, asked) {
  if (!asked || input.value === asked.get(input)) input.value = fresh.value;
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (fresh.hasAttribute(name)) input.setAttribute(name, fresh.getAttribute(name));
    else input.removeAttribute(name);
  }
  input.parentElement.className = fresh.parentElement.className;
  input.parentElement.querySelector(".error")?.remove();
  const error = fresh.parentElement.querySelector(".error");
  if (error) input.after(error);
}

/** Fetches a calculator page and shows it, unless something else was asked meanwhile. */
async function load(url, options, asked, remember) {
  asking?.abort();
  const mine = (asking = new AbortController());
  form.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, { ...options, signal: mine.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (mine !== asking) return;
    if (!page.getElementById("result")) throw new Error("no calculator");
    if (response.ok) remember?.(response.url);
    document.title = page.title;
    show(page, asked);
  } catch (error) {
    if (mine === asking) throw error;
  } finally {
    if (mine === asking) form.removeAttribute("aria-busy");
  }
}

form.addEventListener("submit", (event) => {
  if (origin === "null") return; // in a frame without an origin a script may ask nobody
  event.preventDefault();
  const asked = new Map(inputs.map((input) => [input, input.value]));
  const body = new URLSearchParams(new FormData(form));
  load(form.action, { method: "POST", body }, asked, (url) => {
    if (url !== location.href) history.pushState(null, "", url);
    shown = address(location);
  }).catch(() => form.submit()); // no answer to read: let the browser say why
});

addEventListener("popstate", () => {
  if (address(location) === shown) return; // only the fragment changed
  shown = address(location);
  load(location.href).catch(() => location.reload());
});

/** Totals while typing; a field that the server would refuse counts as unknown. */
function updateTotals() {
  const pattern = new RegExp(`^(?:${form.elements.a.pattern})$`, "u");
  const count = (name) => {
    const text = form.elements[name].value.trim();
    const number = Number(text.normalize("NFKC").replace(/\D/g, ""));
    return pattern.test(text) && number <= Number(form.dataset.maxCount) ? number : NaN;
  };
  const [a, b, c, d] = ["a", "b", "c", "d"].map(count);
  const totals = {
    candidate_passed: a + b, candidate_failed: c + d,
    baseline_passed: a + c, baseline_failed: b + d, items: a + b + c + d,
  };
  for (const total of form.querySelectorAll("[data-total]")) {
    const value = totals[total.dataset.total];
    total.textContent = Number.isNaN(value) ? "–" : value.toLocaleString("en");
  }
}
form.addEventListener("input", updateTotals);

/** What a copy button copies: a text it holds, that of an element, or that of an address. */
async function copied({ dataset }) {
  if (dataset.copyTextOf) return document.getElementById(dataset.copyTextOf).textContent;
  if (dataset.copyText) return dataset.copyText;
  const response = await fetch(dataset.copyAnswerOf);
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

/** Puts the text on the clipboard; as a promise, so that the click still counts when it arrives. */
function putOnClipboard(text) {
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  blob.catch(() => {}); // without a clipboard nobody waits for it
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Where the browser refuses the clipboard, as over plain http, at least selects what to copy. */
function selectInstead({ dataset }) {
  const source = document.getElementById(dataset.copyTextOf);
  if (!source) return "Not copied";
  getSelection().selectAllChildren(source);
  return "Selected";
}

addEventListener("click", async ({ target }) => {
  const copy = target.closest?.("button.copy");
  if (!copy) return;
  const label = (copy.dataset.label ??= copy.textContent);
  let outcome = "Copied";
  copy.style.minWidth = `${copy.offsetWidth}px`; // a shorter label moves nothing
  try {
    await putOnClipboard(copied(copy));
  } catch {
    outcome = selectInstead(copy);
  }
  copy.textContent = announcement.textContent = outcome;
  setTimeout(() => (copy.textContent = label), 2500);
});

function equip() {
  for (const copy of document.querySelectorAll("button.copy")) copy.hidden = false;
  makeScrollable();
}

equip();
