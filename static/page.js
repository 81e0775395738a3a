// The page is whole without this file. With it the result replaces itself, the
// totals follow what is typed, and formulas too wide for the screen can be scrolled by key.

const form = document.getElementById("calculator");
const announcement = document.getElementById("announcement");

/** Shows a page that the server answered, without moving what the reader looks at. */
function show(html, { moveFocus = false } = {}) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.title = page.title;
  document.getElementById("result").replaceWith(page.getElementById("result"));
  replaceErrors(page);
  replaceFields(page);
  makeScrollable();
  if (moveFocus) document.getElementById("errors")?.focus();
  announcement.textContent = document.querySelector(".verdict")?.innerText ?? "";
}

function replaceErrors(page) {
  document.getElementById("errors")?.remove();
  const errors = page.getElementById("errors");
  if (errors) form.before(errors);
}

/** Takes values, faults and totals from the page, keeping the fields and the focus. */
function replaceFields(page) {
  for (const field of form.querySelectorAll("input")) {
    const fresh = page.getElementById(field.id);
    if (!fresh) continue;
    field.value = fresh.value;
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (fresh.hasAttribute(name)) field.setAttribute(name, fresh.getAttribute(name));
      else field.removeAttribute(name);
    }
    field.parentElement.className = fresh.parentElement.className;
    field.parentElement.querySelector(".error")?.remove();
    const error = fresh.parentElement.querySelector(".error");
    if (error) field.parentElement.append(error);
  }
  form.querySelector("details").open ||= page.querySelector("#calculator details").open;
  for (const total of form.querySelectorAll("[data-total]")) {
    total.value = page.querySelector(`[data-total="${total.dataset.total}"]`).value;
  }
}

async function load(address, options) {
  form.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, options);
    show(await response.text(), { moveFocus: response.status === 422 });
    return response;
  } finally {
    form.removeAttribute("aria-busy");
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const response = await load(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (response.ok && response.url !== location.href) history.pushState(null, "", response.url);
  } catch {
    form.submit(); // no answer to read: let the browser say why
  }
});

addEventListener("popstate", () => load(location.href).catch(() => location.reload()));

/** Totals while typing; a field that the server would refuse counts as unknown. */
function updateTotals() {
  const count = (name) => {
    const field = form.elements[name];
    const digits = field.value.normalize("NFKC").replace(/\D/g, "");
    return digits && field.validity.valid ? Number(digits) : NaN;
  };
  const [a, b, c, d] = ["a", "b", "c", "d"].map(count);
  const totals = {
    candidate_passed: a + b, candidate_failed: c + d,
    baseline_passed: a + c, baseline_failed: b + d, items: a + b + c + d,
  };
  for (const total of form.querySelectorAll("[data-total]")) {
    const value = totals[total.dataset.total];
    total.value = Number.isNaN(value) ? "–" : value.toLocaleString("en");
  }
}
form.addEventListener("input", updateTotals);

function makeScrollable() {
  for (const term of document.querySelectorAll(".term")) {
    if (term.scrollWidth > term.clientWidth) term.tabIndex = 0;
    else term.removeAttribute("tabindex");
  }
}
addEventListener("resize", makeScrollable);
document.fonts.ready.then(makeScrollable);
