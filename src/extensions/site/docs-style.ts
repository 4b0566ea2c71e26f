import { Html } from '../kit/html.ts';

/** Adapts the documentation's own design to ours. */
export const docsStyle = new Html(`
.site { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; } .site > * { grid-column: 1; } #docs { grid-row: 2; min-width: 0; }
@media (min-width: 88rem) { body > header, main { max-width: 84rem; } .site { grid-template-columns: minmax(0, 1fr) 12rem; } .site .here { grid-column: 2; } }
.swagger-ui, html.dark-mode .swagger-ui { background: transparent; color: var(--ink); font-family: inherit; }
html.dark-mode { background: var(--paper); }
.swagger-ui .wrapper { padding: 0; max-width: none; }
.swagger-ui .auth-wrapper { flex: none; }
.swagger-ui .opblock-section-header { height: auto; flex-wrap: wrap; }
.swagger-ui .btn.authorize { border: 1px solid var(--line); box-shadow: none; color: var(--accent); border-radius: 9px; margin: 0; }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .response-col_links { display: none; }
.swagger-ui [class^="json-schema-2020-12"] button, .swagger-ui button[class^="json-schema-2020-12"] { background: none; border: 0;
  padding: 0 .25rem 0 0; color: var(--ink); font-size: .875rem; }
.swagger-ui article.json-schema-2020-12, .swagger-ui .json-schema-2020-12__title { color: var(--ink); }
.swagger-ui button.json-schema-2020-12-expand-deep-button { color: var(--soft); font-weight: 400; font-size: .75rem; }
.swagger-ui .json-schema-2020-12-head { border-radius: 8px; background: transparent; }
.swagger-ui .headers td, html.dark-mode .swagger-ui .headers td { color: var(--ink); }
.swagger-ui .opblock-tag { font-family: inherit; color: var(--ink); flex-wrap: wrap; column-gap: .75rem; padding: .6rem 0; border-color: var(--line); margin: 0; }
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
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .markdown code, html.dark-mode .swagger-ui .renderedMarkdown code { color: var(--ink); background: var(--tint); font-size: .95em; }
.swagger-ui pre { border: 0; margin: 0; }
.swagger-ui .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin: 1.25rem 0 1rem; }
.swagger-ui .filter { display: flex; flex: 1 1 20rem; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; margin: 0; }
.swagger-ui .filter label { font-size: .95rem; font-weight: 600; color: var(--ink); }
.swagger-ui .filter input[type="search"] { flex: 1 1 14rem; max-width: 26rem; font: inherit; font-size: .95rem; margin: 0; padding: .5rem .7rem;
  border: 1px solid var(--line); border-radius: 9px; background: var(--card); color: var(--ink); }
.swagger-ui .filter input::placeholder { color: var(--soft); opacity: 1; }
.swagger-ui .block.col-12 { padding: 0; }
.swagger-ui .code { padding: .75rem 1.25rem 1rem; }
.swagger-ui .code .languages { display: flex; flex-wrap: wrap; gap: .25rem; }
.swagger-ui .code .languages button { background: none; border: 1px solid transparent; color: var(--soft); font: inherit; font-size: .9rem; font-weight: 600;
  padding: .3rem .7rem; border-radius: 8px; cursor: pointer; }
.swagger-ui .code .languages button[aria-pressed="true"] { background: var(--card); border-color: var(--line); color: var(--ink); }
.swagger-ui .code pre, html.dark-mode .swagger-ui .code pre { background: var(--card); color: var(--ink); border: 1px solid var(--line); border-radius: 10px;
  padding: .9rem 5rem .9rem 1rem; font: .85rem/1.5 var(--mono); max-height: 24rem; overflow: auto; white-space: pre; word-break: normal; }
.swagger-ui .code .copyable { margin-top: .5rem; }
.swagger-ui .parameter__in, .swagger-ui .parameter__type, .swagger-ui .prop-format, .swagger-ui .response-col_links,
.swagger-ui .response-control-media-type__accept-message, .swagger-ui .response-control-media-type__title, .swagger-ui .response-control-examples__title,
.swagger-ui .json-schema-2020-12__attribute, .swagger-ui .json-schema-2020-12-keyword__name, .swagger-ui .json-schema-2020-12-keyword__value,
.swagger-ui .tab li button, .swagger-ui .responses-inner h4, .swagger-ui .responses-inner h5, .swagger-ui label, .swagger-ui .opblock-section-header h4,
html.dark-mode .swagger-ui .parameter__in, html.dark-mode .swagger-ui .parameter__type, html.dark-mode .swagger-ui .tab li button { color: var(--ink); }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ffa8a8 !important; }
.swagger-ui .download-contents { background: #4b5263; }
.swagger-ui .opblock .opblock-section-header, html.dark-mode .swagger-ui .opblock .opblock-section-header { background: var(--card) !important; box-shadow: none;
  border-block: 1px solid var(--line); min-height: 3rem; }
.swagger-ui .btn.cancel, .swagger-ui .btn.try-out__btn.cancel { color: var(--bad) !important; border-color: var(--bad); background: transparent; }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span { color: var(--bad); }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); border-radius: 9px; }
@media (max-width: 40rem) {
  .swagger-ui .opblock-tag > span { flex: 1; } .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; }
  .swagger-ui .code { padding: .75rem .5rem; } .swagger-ui .code pre { padding: 3rem .75rem .75rem; }
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
