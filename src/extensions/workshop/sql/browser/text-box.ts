// A plain text box in the place of the editor.
import { byId, make } from '../../../kit/browser/dom.ts';
import type { Writing } from './editor.ts';

/** Makes a text box, until the editor has loaded and where it cannot. */
export function textBox(text: string, changed: () => void): Writing {
  const box = make('textarea', { value: text, ariaLabel: 'Statement', spellcheck: false });
  box.addEventListener('input', changed);
  byId('editor').replaceChildren(box);
  return {
    text: () => box.value,
    write: (text) => {
      box.value = text;
      changed();
    },
    insert: (word) => {
      box.setRangeText(word, box.selectionStart, box.selectionEnd, 'end');
      box.focus();
    },
    know: () => undefined,
    goTo: () => box.focus(),
  };
}
