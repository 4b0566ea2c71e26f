/** What our page of GraphiQL looks like beside GraphiQL's own stylesheet. */
export const graphiqlStyle = `
html, body, #root { height: 100%; margin: 0; }
/* See browser/graphiql.js: an offset that nobody asked for. */
.graphiql-tab { transform: none !important; }
/* Codes end in ==, which the font would draw as one sign. */
.monaco-editor, .monaco-editor * { font-feature-settings: "liga" 0, "calt" 0 !important; }
.graphiql-logo span a { color: inherit; text-decoration: none; }
.graphiql-logo svg { width: 1.5rem; height: 1.5rem; color: hsl(var(--color-info)); }
.graphiql-logo > div > div { width: auto !important; margin-right: .4rem; }
#csv { position: fixed; right: 2rem; bottom: 1.75rem; padding: .5rem .9rem; border: 0; border-radius: 8px; cursor: pointer;
  font: 500 .9rem/1.2 Roboto, sans-serif; color: #fff; background: #0a4f96; box-shadow: 0 2px 8px #0004; }
#csv[hidden] { display: none; }
#csv:hover { filter: brightness(1.15); }
#csv:focus-visible { outline: 3px solid #86bfff; outline-offset: 2px; }
/* Where two columns have no room, the answer comes below the question, and the docs take the place of both. */
@media (max-width: 50rem) {
  .graphiql-container { --sidebar-width: 44px !important; }
  .graphiql-container .graphiql-sidebar { padding: .25rem; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; }
  .graphiql-container #graphiql-session { flex-direction: column; min-height: 0; }
  .graphiql-container #graphiql-session > * { min-height: 0; }
  .graphiql-container .graphiql-response { flex: 1; }
  .graphiql-horizontal-drag-bar, .graphiql-logo { display: none !important; }
  .graphiql-main > .graphiql-plugin:has(*) { flex: 1 0 100% !important; }
  .graphiql-main:has(.graphiql-doc-explorer, .graphiql-history) .graphiql-sessions { display: none !important; }
}
`;
