// Starts Swagger UI on the part of the contract that the address of this page names. The token of the "Authorize" button is kept over a reload, whether it
// was pasted or came from a login with OAuth.
window.ui = SwaggerUIBundle({
  url: location.pathname.replace("/docs/reference/", "/docs/contract/"),
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  oauth2RedirectUrl: new URL("../oauth2-redirect.html", location.href).href,
});
window.ui.initOAuth({ clientId: "documentation", scopes: "read play", usePkceWithAuthorizationCodeGrant: true });

const refusals = document.querySelector("#refusals input");
refusals.addEventListener("change", () => document.body.classList.toggle("refusals", refusals.checked));
