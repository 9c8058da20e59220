// A tablet at which people check themselves in goes back to the search by itself, and never to an
// error of the browser, which nobody at it could leave.
const BACK_MS = 8000;
const AGAIN_MS = 120000; // Somebody typed, and went away.
const trouble = document.getElementById("trouble");

let timer = 0;
const asked = () => document.getElementById("name");
const goBack = () => {
  const address = document.getElementById("welcome")?.dataset.then ?? location.pathname;
  htmx.ajax("GET", address, { target: "#self", swap: "outerHTML" });
};
const begin = () => {
  clearTimeout(timer);
  if (document.getElementById("welcome")) timer = setTimeout(goBack, BACK_MS);
  else if (asked()?.value) timer = setTimeout(goBack, AGAIN_MS);
};
document.body.addEventListener("htmx:afterSettle", event => {
  begin();
  if (event.detail.target?.id === "self") asked()?.focus();
});
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.body.addEventListener(kind, () => {
    trouble.hidden = false;
    begin();
  });
document.body.addEventListener("htmx:afterOnLoad", () => (trouble.hidden = true));
begin();
asked()?.focus();
