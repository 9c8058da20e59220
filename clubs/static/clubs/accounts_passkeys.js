// Passkeys: allauth's scripts talk with the browser; this one starts them, and says what failed.
const FORMS = { login: "loginForm", again: "authenticateForm", add: "addForm" };
const trouble = document.getElementById("passkey-trouble");

for (const button of document.querySelectorAll("[data-passkey]")) {
  if (!window.webauthnJSON.supported()) break;
  document.getElementById("passkey-part").hidden = false;
  const ids = { credential: "id_credential", data: "js_data", passwordless: "id_passwordless" };
  ids.login = ids.authenticate = ids.add = button.id;
  window.allauth.webauthn.forms[FORMS[button.dataset.passkey]]({ ids });
  button.addEventListener("click", () => (trouble.hidden = true), { capture: true });
}
document.addEventListener("allauth.error", event => {
  event.preventDefault();
  trouble.hidden = false;
});
