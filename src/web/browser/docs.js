// Starts the REST documentation, signed in with whatever credentials are public here.
const { credentials } = JSON.parse(document.getElementById('facts').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: credentials !== null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  onComplete: () => {
    if (!credentials) return;
    ui.preauthorizeBasic('registrar', credentials.registrar.username, credentials.registrar.password);
    if (credentials.portal) ui.preauthorizeApiKey('portal', credentials.portal);
    if (credentials.billing) ui.preauthorizeApiKey('billing', credentials.billing);
  },
});
