// Optional: the console works without a script. The key / moves the focus to the search.
const search = document.getElementById('search');
document.addEventListener('keydown', (event) => {
  const isWriting = event.target.closest?.('input, select, textarea');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search?.focus();
});

// Selects all rows of a page at once, and counts the selected ones.
const rows = [...document.querySelectorAll('input[form="many"]')];
const all = document.querySelector('#all-rows input');
const whole = document.querySelector('#many input[name="whole"]');
function count() {
  for (const row of rows) row.disabled = whole?.checked === true;
  all.disabled = whole?.checked === true;
  const chosen = rows.filter(({ checked }) => checked).length;
  document.getElementById('chosen').textContent = whole?.checked
    ? 'The whole list is chosen'
    : `${chosen} of ${rows.length} chosen`;
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
  whole?.addEventListener('change', count);
  // Browsers restore the selection when going back.
  addEventListener('pageshow', count);
}
