import { Html } from './html.ts';

/** Makes the documentation's own design sit in ours. */
export const docsStyle = new Html(`
.swagger-ui, html.dark-mode .swagger-ui { background: transparent; color: var(--ink); font-family: inherit; }
html.dark-mode { background: var(--paper); }
.swagger-ui .wrapper { padding: 0; max-width: none; }
.swagger-ui .information-container, .swagger-ui .servers, .swagger-ui .servers-title { display: none; }
.swagger-ui .scheme-container, html.dark-mode .swagger-ui .scheme-container { background: transparent; box-shadow: none;
  padding: 0; margin: 0 0 .5rem; }
.swagger-ui .scheme-container .schemes { justify-content: flex-end; }
.swagger-ui .auth-wrapper { justify-content: flex-start; }
.swagger-ui .btn.authorize { border-color: var(--line); color: var(--accent); border-radius: 9px; }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .response-col_links { display: none; }
.swagger-ui [class^="json-schema-2020-12"] button, .swagger-ui button[class^="json-schema-2020-12"] { background: none; border: 0;
  padding: 0 .25rem 0 0; color: var(--ink); font-size: .875rem; }
.swagger-ui article.json-schema-2020-12, .swagger-ui .json-schema-2020-12__title { color: var(--ink); }
.swagger-ui button.json-schema-2020-12-expand-deep-button { color: var(--soft); font-weight: 400; font-size: .75rem; }
.swagger-ui .json-schema-2020-12-head { border-radius: 8px; background: transparent; }
.swagger-ui .headers td, html.dark-mode .swagger-ui .headers td { color: var(--ink); }
.swagger-ui .opblock-tag { font-family: inherit; color: var(--ink); flex-wrap: wrap; padding: .6rem 0; border-color: var(--line); margin: 0; }
.swagger-ui .opblock-tag small { flex: 1 1 20rem; color: var(--soft); font-family: inherit; padding: 0 .5rem 0 0; }
.swagger-ui .opblock-tag-section { margin-bottom: 2rem; }
.swagger-ui .opblock { border-radius: 10px; box-shadow: none; margin: 0 0 .6rem; }
.swagger-ui .opblock .opblock-summary-description, html.dark-mode .swagger-ui .opblock .opblock-summary-description {
  color: var(--soft); font-family: inherit; font-size: .9rem; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 7px; color: #fff; text-shadow: none; font-family: inherit; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d62ad; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14713f; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8f5706; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b70; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .opblock-description-wrapper p, .swagger-ui .markdown p, .swagger-ui table, .swagger-ui label, .swagger-ui h4, .swagger-ui h5,
.swagger-ui .tab li, .swagger-ui .parameter__name, .swagger-ui .btn { font-family: inherit; }
.swagger-ui .markdown code, html.dark-mode .swagger-ui .markdown code, html.dark-mode .swagger-ui .renderedMarkdown code { color: var(--accent); background: var(--tint); font-size: .95em; }
.swagger-ui pre { border: 0; margin: 0; }
@media (max-width: 40rem) {
  .swagger-ui table.parameters thead { display: none; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr, .swagger-ui table.parameters td {
    display: block; width: 100%; max-width: none; }
  .swagger-ui table.parameters td { padding: .25rem 0; border: 0; }
  .swagger-ui .responses-inner { padding: .5rem; } .swagger-ui .response-col_status { padding-right: .5rem; min-width: 2.5rem; }
  .swagger-ui .response-controls { flex-wrap: wrap; padding-top: .5rem; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex: 1 1 100%; padding: 0 .5rem .35rem; }
  .swagger-ui .opblock .opblock-summary-path { font-size: .85rem; }
}
`);
