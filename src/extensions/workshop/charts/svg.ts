// SVG as text.

export type Attributes = Readonly<Record<string, string | number | undefined>>;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string | number): string =>
  String(text).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** `tag('rect', { x: 1.234 }, ...children)`: children are SVG; `words` turns text into SVG. */
export function tag(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const set = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${escaped(typeof value === 'number' ? Math.round(value * 100) / 100 : value)}"`],
  );
  return `<${name}${set.join('')}>${children.join('')}</${name}>`;
}
export const words = (text: string): string => escaped(text);

/** An estimate for the widest common system fonts at 12 px, because the server cannot measure text. */
const letterWidth = (letter: string): number => {
  if (/[mwMW@%]/.test(letter)) return 11.5;
  if (/[\p{Lu}_\u20ac\u2026]/u.test(letter)) return 8.8;
  return /[iljftr.,:;'| ]/.test(letter) ? 4.6 : 7.5;
};
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

export function shortened(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let wide = letterWidth('…');
  for (const letter of text) {
    wide += letterWidth(letter);
    if (wide > width && kept !== '') break;
    kept += letter;
  }
  return `${kept}…`;
}

/** A contrast of at least 3:1 on white and on dark backgrounds. */
export const palette = [
  '#3b7dd8',
  '#c9741a',
  '#2f9e6e',
  '#c8509b',
  '#8a6fd1',
  '#a67c10',
  '#1b8f9c',
  '#d2573f',
  '#748190',
  '#6b9126',
];
