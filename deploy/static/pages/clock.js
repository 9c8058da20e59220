// The clock of a page, by the time zone of the club's hall.
const clock = document.querySelector("[data-zone]");
const tick = () => {
  const now = new Date();
  clock.textContent = now.toLocaleTimeString("en-IE", {
    hour: "2-digit", minute: "2-digit", timeZone: clock.dataset.zone,
  });
  clock.dateTime = now.toISOString();
};
setInterval(tick, 5000);
