// Starts Swagger UI on the contract of this server. The token of the "Authorize" button is kept over a reload.
window.ui = SwaggerUIBundle({
  url: "../openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});

const refusals = document.querySelector("#refusals input");
refusals.addEventListener("change", () => document.body.classList.toggle("refusals", refusals.checked));
