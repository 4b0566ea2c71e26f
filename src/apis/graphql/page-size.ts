/** The length of a page where nobody says how long it is to be, and the longest. */
export const usualPage = 20;
export const maxPage = 100;
