/** Those of a mail that a reader could follow. */
export const linksIn = (text: string): string[] =>
  text.match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?')\]]/g) ?? [];
