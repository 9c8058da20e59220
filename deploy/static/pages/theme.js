// Light or dark as the machine has it, unless somebody chose: before anything is drawn.
{
  const root = document.documentElement;
  const KEPT = "theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => {
    try { return localStorage.getItem(KEPT); } catch { return null; }
  };
  if (["light", "dark"].includes(kept())) root.dataset.theme = kept();
  document.addEventListener("click", event => {
    if (!event.target.closest?.("[data-theme-switch]")) return;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try { localStorage.setItem(KEPT, root.dataset.theme); } catch { /* Then for this page alone. */ }
  });
}
