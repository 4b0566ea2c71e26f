// A button with data-copy copies the text of the element whose id it names.
import { byId, every } from './dom.ts';

for (const button of every('[data-copy]', HTMLElement))
  button.addEventListener('click', async () => {
    const source = byId(button.dataset.copy ?? '');
    let done = 'Copied';
    try {
      await navigator.clipboard.writeText(source.textContent ?? '');
    } catch {
      getSelection()?.selectAllChildren(source);
      done = 'Selected';
    }
    button.textContent = done;
    byId('copied').textContent = done;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
