// The console works without this: it lets / lead to the search.
const search = document.getElementById('search');
document.addEventListener('keydown', (event) => {
  const isWriting = event.target.closest?.('input, select, textarea');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search?.focus();
});
