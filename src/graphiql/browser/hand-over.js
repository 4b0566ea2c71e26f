// What was written before the editor was there stands in it, and whoever was writing goes on there.

import { shownAs } from './answer.js';
import { byId, goOnInQuery, onceThere, setQuery, textIn } from './editors.js';
import { openQuestion } from './questions.js';

onceThere(() => {
  const early = byId('first-look');
  const { value: query, defaultValue: before, selectionStart, selectionEnd } = early;
  const wasWriting = document.activeElement === early;
  // The editor may have opened on another question, which stays as it is.
  if (query !== before) {
    if (textIn('query') === before) setQuery(query);
    else openQuestion({ query, view: shownAs() });
  }
  if (wasWriting) goOnInQuery(selectionStart, selectionEnd);
  early.parentElement.remove();
});
