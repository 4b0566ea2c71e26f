// Moves text that was typed before the editor loaded into the editor, with the cursor, and does what was pressed
// meanwhile.
import { element, first } from '../../kit/browser/dom.ts';
import { recall } from './answer.ts';
import { goOnInQuery, onceThere, setQuery, textIn } from './editors.ts';
import type { FirstAnswer, FirstLook } from './first-answer.ts';
import { shownAs } from './look.ts';
import { openQuestion } from './questions.ts';

declare const firstLook: FirstLook;

/** Line breaks as a textarea has them. */
const withPlainEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
const isInEditor = (text: string): boolean => withPlainEnds(textIn('query')) === text;

// From now on our own buttons do something.
firstLook.stop();

/** Puts the answer that was shown beside the question that has been changed since. */
export function keepFirstAnswer({ text, body, headers, query }: FirstAnswer): void {
  firstLook.answer = undefined;
  const isFirst = first('.graphiql-tabs > li', HTMLElement)?.matches('.graphiql-tab-active');
  if (isFirst && textIn('response') === '')
    recall(text, { body, headers: new Headers(headers), written: query });
}

onceThere(() => {
  const early = element('first-look', HTMLTextAreaElement);
  const place = early.closest('.first-look');
  const { value: query, selectionStart, selectionEnd } = early;
  const before = withPlainEnds(early.defaultValue);
  const wasThere = place?.contains(document.activeElement);
  try {
    // The editor may have opened another query, which stays as it is.
    if (query !== before) {
      if (isInEditor(before)) setQuery(query);
      else openQuestion({ query, view: shownAs() });
    }
    if (wasThere && isInEditor(query)) goOnInQuery(selectionStart, selectionEnd);
    else if (wasThere) goOnInQuery(0, 0);
  } finally {
    place?.remove();
    // GraphiQL reads a document a tenth of a second after it has changed.
    setTimeout(() => firstLook.press?.(), 300);
  }
});
