// How many are picked, told at every tap and when the page is read again.
const count = () => {
  const told = document.getElementById("picked");
  if (told) told.textContent = document.querySelectorAll("#exchange input[name=who]:checked").length;
};
document.body.addEventListener("change", count);
document.body.addEventListener("htmx:afterSettle", count);
count();
