// Optional: the console works without a script. The key / moves the focus to the search.
import { byId, every, first, targetOf } from '../../../kit/browser/dom.ts';

const search = document.getElementById('search');
document.addEventListener('keydown', (event) => {
  const isWriting = targetOf(event)?.closest('input, select, textarea');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search?.focus();
});

// Selects all rows of a page at once, and counts the selected ones.
const rows = every('input[form="many"]', HTMLInputElement);
const all = first('#all-rows input', HTMLInputElement);
const whole = first('#many input[name="whole"]', HTMLInputElement);
function count(all: HTMLInputElement): void {
  for (const row of rows) row.disabled = whole?.checked === true;
  all.disabled = whole?.checked === true;
  const chosen = rows.filter(({ checked }) => checked).length;
  byId('chosen').textContent = whole?.checked
    ? 'The whole list is chosen'
    : `${chosen} of ${rows.length} chosen`;
  all.checked = chosen === rows.length;
  all.indeterminate = chosen > 0 && chosen < rows.length;
}
if (all) {
  const again = (): void => count(all);
  if (all.parentElement) all.parentElement.hidden = false;
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked;
    again();
  });
  for (const row of rows) row.addEventListener('change', again);
  whole?.addEventListener('change', again);
  // Browsers restore the selection when going back.
  addEventListener('pageshow', again);
}
