import { Html } from '../kit/html.ts';

/** "On this page": above the text, or beside it where there is room. */
export const hereStyle = new Html(`
.site { grid-template-rows: auto 1fr; } .here { grid-column: 2; grid-row: 1; font-size: .875rem; max-width: 50rem; } .here details { margin: 0 0 .5rem; } .here summary { font-weight: 600; color: var(--soft); padding: .5rem 0; }
.here ul { list-style: none; margin: 0; padding: 0; border-left: 1px solid var(--line); } .here li a { display: block; padding: .2rem .75rem; margin-left: -1px; border-left: 2px solid transparent;
  color: var(--soft); text-decoration: none; overflow-wrap: anywhere; } .here .depth-3 a { padding-left: 1.6rem; } .here a:hover { color: var(--ink); }
.here a[aria-current] { color: var(--accent); border-left-color: var(--accent); font-weight: 600; }
@media (min-width: 88rem) {
  .here { grid-column: -2; grid-row: 1 / span 2; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; padding-top: .75rem; }
  .here summary { list-style: none; pointer-events: none; } .here summary::-webkit-details-marker { display: none; }
}
`);
