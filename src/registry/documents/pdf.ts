import { composed } from '../rules/text.ts';

export type Pdf = PDFKit.PDFDocument;

/** A page of plain text: no markup, no files, no network. */
export async function pdfOf(
  { title, lang, createdAt }: { readonly title: string; readonly lang: string; readonly createdAt: Date },
  draw: (document: Pdf, write: (text: string) => void) => void,
): Promise<Uint8Array> {
  // Loaded on demand, to keep the start fast.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: 50,
    lang,
    info: { Title: title, CreationDate: createdAt },
  });
  const bytes = collect(document);
  draw(document, (text) => void document.text(printable(text)));
  document.end();
  return bytes;
}

/**
 * The standard PDF fonts have Western letters only. Others lose their diacritics or become a question mark, because
 * printing them unchanged would garble the line.
 */
export function printable(text: string): string {
  return Array.from(composed(text).replace(/\s+/g, ' '), (sign) => {
    if (known.test(sign)) return sign;
    const bare = sign.normalize('NFD').replace(/\p{M}/gu, '');
    return known.test(bare) ? bare : '?';
  }).join('');
}

const known = /^[ -~\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

async function collect(document: Pdf): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
