// Names are found without their accents; after a tap the list stays where it was.
const plain = text => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
document.getElementById("find").addEventListener("input", event => {
  for (const row of document.querySelectorAll("[data-name]"))
    row.style.display = row.dataset.name.includes(plain(event.target.value)) ? "" : "none";
});
document.getElementById("people").addEventListener("submit", event => {
  const ask = event.submitter.dataset.ask;
  if (ask && !confirm(ask)) return event.preventDefault();
  sessionStorage.setItem("door", window.scrollY);
});
window.scrollTo(0, sessionStorage.getItem("door") || 0);
sessionStorage.removeItem("door");
