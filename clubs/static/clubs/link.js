// The secret of a link stands behind #, which browsers send to no server: it goes in the form.
const secret = decodeURIComponent(location.hash.slice(1));
if (secret) {
  history.replaceState(null, "", location.pathname); // Nobody reads it over a shoulder later.
  document.getElementById("secret").value = secret;
  document.getElementById("entering").submit();
}
