// Search while typing, over guides, rules, errors, REST operations and the schema: in every search form of a page,
// and in a dialog that the link in the header, Ctrl+K or / open. The index is loaded when somebody begins. Without
// this script the form leads to a page with the same results.
import { every, first, make, one, targetOf } from './dom.ts';
import { type Entry, finder, type Kind } from './finding.ts';

type Row = readonly [kind: Kind, title: string, place: string, url: string, words: string];

let index: Promise<(query: string) => Entry[]> | undefined;
function loadIndex(): Promise<(query: string) => Entry[]> {
  index ??= fetch('/assets/search.json')
    .then<readonly Row[]>((answer) =>
      answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status))),
    )
    .then((rows) =>
      finder(rows.map(([kind, title, place, url, words]) => ({ kind, title, place, url, words }))),
    );
  // The next key tries again.
  index.catch(() => {
    index = undefined;
  });
  return index;
}

let forms = 0;
function listen(form: HTMLFormElement): void {
  forms += 1;
  const id = `hits-${forms}`;
  const input = one('input', HTMLInputElement, form);
  const list = make('ul', { id, className: 'hits', hidden: true });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  const said = make('p', { className: 'skip' });
  said.setAttribute('role', 'status');
  form.append(list, said);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': id,
    autocomplete: 'off',
  }))
    input.setAttribute(name, value);

  let marked = -1;
  const options = (): HTMLElement[] => every('[role="option"]', HTMLElement, list);
  function mark(next: number): void {
    marked = next;
    for (const [row, option] of options().entries())
      option.setAttribute('aria-selected', String(row === marked));
    const option = options()[marked];
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }
  function close(): void {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    mark(-1);
  }
  async function show(): Promise<void> {
    const query = input.value;
    if (query.trim() === '') {
      list.replaceChildren();
      said.textContent = '';
      close();
      return;
    }
    const find = await loadIndex();
    if (input.value !== query) return;
    const hits = find(query);
    list.replaceChildren(
      ...hits.map(({ kind, title, place, url }, row) => {
        const option = make(
          'li',
          { id: `${id}-${row}` },
          make(
            'a',
            { href: url, tabIndex: -1 },
            make('strong', { textContent: title }),
            make('small', { textContent: place }),
          ),
          make('span', { className: 'tag', textContent: kind }),
        );
        option.setAttribute('role', 'option');
        option.addEventListener('pointermove', () => marked !== row && mark(row));
        return option;
      }),
    );
    if (hits.length === 0) {
      const none = make('li', {
        className: 'soft small',
        textContent: 'Nothing was found. Fewer or other words may help.',
      });
      none.setAttribute('role', 'presentation');
      list.append(none);
    }
    said.textContent = `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`;
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark(-1);
  }
  input.addEventListener('focus', () => loadIndex().catch(() => undefined));
  input.addEventListener('input', () => show().catch(() => close()));
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (['ArrowDown', 'ArrowUp'].includes(event.key) && count > 0 && !list.hidden) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      mark(marked === -1 && step === -1 ? count - 1 : (marked + step + count) % count);
    } else if (event.key === 'Enter' && marked >= 0) {
      event.preventDefault();
      options()[marked]?.querySelector('a')?.click();
    }
  });
  // A result on this page closes what stands above it.
  list.addEventListener('click', () => {
    close();
    form.closest('dialog')?.close();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && form.contains(relatedTarget);
    if (!isInside && !form.closest('dialog')) close();
  });
  list.addEventListener('pointerdown', (event) => event.preventDefault());
}

for (const form of every('form[data-search]', HTMLFormElement)) listen(form);

function makeDialog(): HTMLDialogElement {
  const input = make('input', {
    type: 'search',
    name: 'q',
    maxLength: 200,
    placeholder: 'price, renew, DNSSEC, 2105 …',
  });
  input.setAttribute('aria-label', 'Search guides, rules, errors, REST routes and the schema');
  const form = make('form', { action: '/guides/search' }, input);
  form.setAttribute('role', 'search');
  const help = make('p', { className: 'soft small', textContent: '↑ ↓ choose · Enter opens · Esc closes' });
  const made = make('dialog', { className: 'search-dialog' }, form, help);
  made.setAttribute('aria-label', 'Search');
  made.addEventListener('click', ({ target }) => target === made && made.close());
  document.body.append(made);
  listen(form);
  return made;
}

let dialog: HTMLDialogElement | undefined;
function open(): void {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
  one('input', HTMLInputElement, dialog).select();
}
first('a.search', HTMLAnchorElement)?.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open();
});
addEventListener('keydown', (event) => {
  const target = targetOf(event);
  const isTyping = target?.closest('input, textarea, select, [contenteditable], .cm-editor');
  const isShortcut =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k';
  if (!isShortcut && (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey))
    return;
  // An editor may have its own use for Ctrl+K.
  if (isShortcut && target?.closest('.cm-editor')) return;
  event.preventDefault();
  open();
});
