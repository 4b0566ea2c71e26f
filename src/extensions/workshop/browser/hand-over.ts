// Moves text that was typed before the editor loaded into the editor, with the cursor, and does what was pressed meanwhile.
import { recall, shownAs } from './answer.ts';
import { byId, goOnInQuery, onceThere, setQuery, textIn } from './editors.ts';
import { openQuestion } from './questions.ts';

/** Line breaks as a textarea has them. */
const withPlainEnds = (text) => text.replaceAll(/\r\n?/g, '\n');
const isInEditor = (text) => withPlainEnds(textIn('query')) === text;

// From now on our own buttons do something.
firstLook.stop();

/** Puts the answer that was shown beside the question that has been changed since. */
export function keepFirstAnswer({ text, body, headers, query }) {
  firstLook.answer = undefined;
  const isFirst = document.querySelector('.graphiql-tabs > li')?.matches('.graphiql-tab-active');
  if (isFirst && textIn('response') === '')
    recall(text, { body, headers: new Headers(headers), written: query });
}

onceThere(() => {
  const early = byId('first-look');
  const { value: query, selectionStart, selectionEnd } = early;
  const before = withPlainEnds(early.defaultValue);
  const wasThere = early.closest('.first-look').contains(document.activeElement);
  try {
    // The editor may have opened another query, which stays as it is.
    if (query !== before) {
      if (isInEditor(before)) setQuery(query);
      else openQuestion({ query, view: shownAs() });
    }
    if (wasThere) goOnInQuery(isInEditor(query) ? [selectionStart, selectionEnd] : [0, 0]);
  } finally {
    early.closest('.first-look').remove();
    // GraphiQL reads a document a tenth of a second after it has changed.
    setTimeout(() => firstLook.press?.(), 300);
  }
});
