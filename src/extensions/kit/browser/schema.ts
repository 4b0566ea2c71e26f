// Shows the types whose name, or a field's name, contains the search text.
const find = document.getElementById('find');
const types = [...document.querySelectorAll('[data-words]')];
function show() {
  const wanted = find.value.trim().toLowerCase();
  for (const type of types) type.hidden = !type.dataset.words.toLowerCase().includes(wanted);
  for (const section of document.querySelectorAll('main section'))
    section.hidden = !section.querySelector('li:not([hidden])');
  const left = types.filter(({ hidden }) => !hidden).length;
  document.getElementById('found').textContent = wanted ? `${left} ${left === 1 ? 'type' : 'types'}` : '';
}
find.addEventListener('input', show);
show();
