// Shows the types whose name, or a field's name, contains the search text.
import { byId, element, every } from './dom.ts';

const find = element('find', HTMLInputElement);
const types = every('[data-words]', HTMLElement);
function show(): void {
  const wanted = find.value.trim().toLowerCase();
  for (const type of types) type.hidden = !type.dataset.words?.toLowerCase().includes(wanted);
  for (const section of every('main section', HTMLElement))
    section.hidden = !section.querySelector('li:not([hidden])');
  const left = types.filter(({ hidden }) => !hidden).length;
  byId('found').textContent = wanted ? `${left} ${left === 1 ? 'type' : 'types'}` : '';
}
find.addEventListener('input', show);
show();
