// Lets formulas too wide for the screen be scrolled by key: they become focusable, as long as
// they are too wide.

export function makeScrollable() {
  for (const term of document.querySelectorAll(".term")) {
    if (term.scrollWidth > term.clientWidth) term.tabIndex = 0;
    else term.removeAttribute("tabindex");
  }
}

addEventListener("resize", makeScrollable);
addEventListener("toggle", makeScrollable, true); // a fold hides their width
document.fonts.ready.then(makeScrollable);
