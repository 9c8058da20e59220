// The button that prints; without a script people print by their browser's menu.
const show = () => document.querySelectorAll("[data-print]").forEach(one => (one.hidden = false));
document.addEventListener("click", event => {
  if (event.target.closest("[data-print]")) print();
});
document.addEventListener("htmx:afterSettle", show);
show();
