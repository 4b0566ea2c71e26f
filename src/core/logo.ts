const drawing =
  '<path d="M6 7 12 17M18 7l-6 10M6 7h12" stroke="currentColor" stroke-width="1.6" fill="none"/>' +
  '<g fill="currentColor"><circle cx="6" cy="7" r="3"/><circle cx="18" cy="7" r="3"/><circle cx="12" cy="17" r="3"/></g>';

/** Three connected zones: the logo beside our name on every page, in the colour of the text. */
export const logo = `<svg viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`;

/** The same as an icon for `<link rel="icon">`. */
export const iconUrl = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="#2a78c8">${drawing}</svg>`,
)}`;
