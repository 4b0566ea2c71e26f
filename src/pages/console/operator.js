// The console works without this: it lets / lead to the search.
const search = document.getElementById('search');
document.addEventListener('keydown', (event) => {
  const isWriting = event.target.closest?.('input, select, textarea');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search?.focus();
});

// Choosing rows of a list: all of the page at once, and how many there are.
const rows = [...document.querySelectorAll('input[form="many"]')];
const all = document.querySelector('#all-rows input');
function count() {
  const chosen = rows.filter(({ checked }) => checked).length;
  document.getElementById('chosen').textContent = `${chosen} of ${rows.length} chosen`;
  all.checked = chosen === rows.length;
  all.indeterminate = chosen > 0 && chosen < rows.length;
}
if (all) {
  all.parentElement.hidden = false;
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked;
    count();
  });
  for (const row of rows) row.addEventListener('change', count);
  // A browser that goes back keeps what was chosen.
  addEventListener('pageshow', count);
}
