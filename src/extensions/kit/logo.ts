/** The logo in a square of 24: three connected zones. All icons are drawn from it. */
export const shape = {
  zones: [
    [6, 7],
    [18, 7],
    [12, 17],
  ],
  radius: 3,
  lineWidth: 1.6,
} as const;

const { zones, radius, lineWidth } = shape;
const drawing =
  `<path d="M${zones.map((zone) => zone.join(' ')).join('L')}Z" stroke="currentColor" stroke-width="${lineWidth}" fill="none"/>` +
  `<g fill="currentColor">${zones.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('')}</g>`;

/** Beside our name on every page, in the colour of the text. */
export const logo = `<svg viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`;

/** The logo as an icon: red, green and blue of its colour, and the file for browsers that take drawings. */
export const iconColour = [0x2a, 0x78, 0xc8] as const;
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="rgb(${iconColour})">${drawing}</svg>`;
