import { Html, html } from './html.ts';

/**
 * Icons of one set: a square of 24, lines of one width, in the colour of the text. They say nothing that words do not
 * say.
 */
const drawings = {
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  chart: '<path d="M4 20V4M4 20h16"/><path d="M8.5 16v-4M13 16V8M17.5 16v-6"/>',
  code: '<path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 4.5l-3 15"/>',
  table: '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><path d="M3.5 9.5h17M9.5 9.5v10"/>',
  route:
    '<circle cx="6" cy="18.5" r="2.5"/><circle cx="18" cy="5.5" r="2.5"/><path d="M8.5 18.5H15a3.25 3.25 0 0 0 0-6.5H9a3.25 3.25 0 0 1 0-6.5h6.5"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2.5"/>',
  check: '<circle cx="12" cy="12" r="8.5"/><path d="m8 12.5 2.75 2.75L16 9.5"/>',
  bolt: '<path d="M13 3 5 13.5h6L10.5 21 19 10.5h-6.5L13 3Z"/>',
  globe:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c2.5 2.5 3.5 5.5 3.5 8.5s-1 6-3.5 8.5c-2.5-2.5-3.5-5.5-3.5-8.5s1-6 3.5-8.5Z"/>',
  coins:
    '<ellipse cx="12" cy="6.5" rx="7.5" ry="3"/><path d="M4.5 6.5v5.25c0 1.65 3.35 3 7.5 3s7.5-1.35 7.5-3V6.5M4.5 11.75V17c0 1.65 3.35 3 7.5 3s7.5-1.35 7.5-3v-5.25"/>',
} as const;

export type IconName = keyof typeof drawings;

export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${new Html(drawings[name])}</svg>`;
