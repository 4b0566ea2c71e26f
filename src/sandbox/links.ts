/** Those of a mail that a reader could follow, each once: a mail in two languages has it in both. */
export const linksIn = (text: string): string[] => [
  ...new Set(text.match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?')\]]/g)),
];
