// Tells the page that holds this frame how high its content is, whenever that changes.
// The frame is whole without this file.

import "./scrollable.js";

const root = document.documentElement;

if (parent !== window) {
  new ResizeObserver(() => {
    // Not scrollHeight: that never shrinks.
    const { height } = root.getBoundingClientRect();
    parent.postMessage({ type: "mcnemar:height", height }, "*");
  }).observe(root);
}
