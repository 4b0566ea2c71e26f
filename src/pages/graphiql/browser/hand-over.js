// Moves text that was typed before the editor loaded into the editor, with the cursor.
import { shownAs } from './answer.js';
import { byId, goOnInQuery, onceThere, setQuery, textIn } from './editors.js';
import { openQuestion } from './questions.js';

/** Line breaks as a textarea has them. */
const withPlainEnds = (text) => text.replaceAll(/\r\n?/g, '\n');
const isInEditor = (text) => withPlainEnds(textIn('query')) === text;

onceThere(() => {
  const early = byId('first-look');
  const { value: query, selectionStart, selectionEnd } = early;
  const before = withPlainEnds(early.defaultValue);
  const wasWriting = document.activeElement === early;
  try {
    // The editor may have opened another query, which stays as it is.
    if (query !== before) {
      if (isInEditor(before)) setQuery(query);
      else openQuestion({ query, view: shownAs() });
    }
    if (wasWriting) goOnInQuery(isInEditor(query) ? [selectionStart, selectionEnd] : [0, 0]);
  } finally {
    early.parentElement.remove();
  }
});
