import { type Html, html } from './html.ts';

/** Grey lines in the place of what is still loading (stylesheet.ts); a screen reader is told in words beside it. */
export const skeleton = (lines: number): Html =>
  html`<div class="skeleton" aria-hidden="true">${Array.from({ length: lines }, () => html`<i></i>`)}</div>`;
