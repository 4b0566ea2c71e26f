/** The links of a mail without duplicates: a mail in two languages contains each twice. */
export const linksIn = (text: string): string[] => [
  ...new Set(text.match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?')\]]/g)),
];
