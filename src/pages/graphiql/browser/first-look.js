// Shows the last query in a plain text box until the editor has loaded, which then takes over what was typed (hand-over.js).
const early = document.getElementById('first-look');
const asked = new URLSearchParams(location.search).get('query');
const linkedTo = new URLSearchParams(location.hash.slice(1)).get('query');
const written = linkedTo || (asked ?? localStorage.getItem('graphiql:query') ?? openTabBefore());
// Text that has already been typed is kept.
if (written !== null && early.value === early.defaultValue) early.defaultValue = written;

function openTabBefore() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    return tabs[activeTabIndex].query ?? null;
  } catch {
    // Nothing is stored, or something that GraphiQL did not write.
    return null;
  }
}

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && early.isConnected)
      document.getElementById('first-look-about').textContent =
        'The editor did not load. Copy your text and reload the page.';
  },
  { capture: true },
);
