/** The links of a mail, each once: a mail in two languages has them in both. */
export const linksIn = (text: string): string[] => [
  ...new Set(text.match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?')\]]/g)),
];
