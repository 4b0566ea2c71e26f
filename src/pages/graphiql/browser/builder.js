// Builds a query by ticking fields, arguments, filters and groups of the schema, for people who have never written GraphQL.
// The query appears in the editor. All controls are form controls, so the keyboard works as well as the mouse.
import { byId, make, openInNewTab, say, setQuery, textIn } from './editors.js';
import { authorizationNow, schemaFor } from './session.js';

/** The schema that the builder offers, from the server. */
let offeredSchema;
let types;
let offered;
const namedIn = (type) => (type.ofType ? namedIn(type.ofType) : types.get(type.name));
const bare = (type) => (type.kind === 'NON_NULL' ? type.ofType : type);
const isList = (type) => bare(type).kind === 'LIST';
const isRequired = ({ type, defaultValue }) => type.kind === 'NON_NULL' && defaultValue === null;
/** Fields whose type is a union cannot be ticked. */
const isOffered = ({ type }) => namedIn(type).kind !== 'UNION';
const fieldsOf = ({ type }) => (namedIn(type).fields ?? []).filter(isOffered);

/** The initial value of an argument: none if it is optional. */
function beginning(type) {
  const named = namedIn(type);
  const one = () => {
    if (named.kind === 'ENUM') return named.enumValues[0].name;
    if (named.kind === 'INPUT_OBJECT')
      return Object.fromEntries(
        named.inputFields.filter(isRequired).map((field) => [field.name, beginning(field.type)]),
      );
    return named.name === 'Date' ? new Date().toISOString().slice(0, 10) : '';
  };
  return isList(type) ? [one()] : one();
}

/** A ticked field. An object needs a selection, which begins with its number or name. */
function ticked(field, path) {
  const args = Object.fromEntries(
    field.args.filter(isRequired).map((arg) => [arg.name, beginning(arg.type)]),
  );
  const leaves = fieldsOf(field).filter((one) => fieldsOf(one).length === 0 && !one.args.some(isRequired));
  const first =
    ['totalCount', 'count', 'name', 'code', 'period', 'id']
      .map((name) => leaves.find((leaf) => leaf.name === name))
      .find(Boolean) ?? leaves[0];
  const node = { field, args, fields: {}, path };
  if (first) node.fields[first.name] = ticked(first, `${path}.${first.name}`);
  return node;
}

/** The value as GraphQL text; undefined if nothing was chosen. */
function written(value, type) {
  const named = namedIn(type);
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, named)).filter((item) => item !== undefined);
    return items.length > 0 ? `[${items.join(', ')}]` : undefined;
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([name, inner]) => {
      const text = written(inner, named.inputFields.find((field) => field.name === name).type);
      return text === undefined ? [] : [`${name}: ${text}`];
    });
    return parts.length > 0 ? `{ ${parts.join(', ')} }` : undefined;
  }
  if (value === '' || value === undefined) return undefined;
  return named.kind === 'ENUM' || ['Int', 'Float', 'Boolean'].includes(named.name)
    ? value
    : JSON.stringify(value);
}

function linesOf({ field, args, fields }, indent) {
  const said = field.args.flatMap(({ name, type }) => {
    const text = written(args[name], type);
    return text === undefined ? [] : [`${name}: ${text}`];
  });
  const head = `${indent}${field.name}${said.length > 0 ? `(${said.join(', ')})` : ''}`;
  const inner = fieldsOf(field).flatMap(({ name }) =>
    fields[name] ? linesOf(fields[name], `${indent}  `) : [],
  );
  return inner.length > 0 ? [`${head} {`, ...inner, `${indent}}`] : [head];
}

let root;
let lastWritten;

/** Opened in a tab of its own, so that nothing that the user has written is replaced. */
function write() {
  const name = root.field.name.replace(/^./, (first) => first.toUpperCase());
  const query = [`query ${name} {`, ...linesOf(root, '  '), '}'].join('\n');
  if (lastWritten !== undefined && textIn('query') === lastWritten) setQuery(query);
  else openInNewTab({ query, variables: '', headers: textIn('headers') });
  lastWritten = query;
}

const at = (path) =>
  [...byId('builder').querySelectorAll('[data-at]')].find((one) => one.dataset.at === path);
const place = (element, path) => {
  element.dataset.at = path;
  return element;
};

const sentence = (text) => (text ? [make('small', {}, text)] : []);

/** A control for an argument or a part of one; it stores the choice in `target[key]`. */
function control({ name, type, description }, target, key, path, changed) {
  const named = namedIn(type);
  const keep = (value) => {
    target[key] = value;
    changed();
  };
  const label = isRequired({ type, defaultValue: null }) ? `${name} *` : name;
  if (isList(type) && named.kind === 'ENUM') {
    const boxes = named.enumValues.map((value) => {
      const box = place(
        make('input', { type: 'checkbox', checked: target[key]?.includes(value.name) ?? false }),
        `${path}.${value.name}`,
      );
      box.addEventListener('change', () => {
        const others = (target[key] ?? []).filter((one) => one !== value.name);
        keep(box.checked ? [...others, value.name] : others);
      });
      return make('label', {}, box, value.name);
    });
    return make('fieldset', {}, make('legend', {}, label), ...sentence(description), ...boxes);
  }
  if (isList(type) && named.kind === 'INPUT_OBJECT')
    return listControl(label, type, description, target, key, path, changed);
  if (named.kind === 'INPUT_OBJECT') return partsOf(label, named, description, target, key, path, changed);
  const options = named.kind === 'ENUM' ? named.enumValues.map((value) => value.name) : ['true', 'false'];
  const isChoice = named.kind === 'ENUM' || named.name === 'Boolean';
  const input = place(
    isChoice
      ? make('select', {}, ...['', ...options].map((value) => make('option', { value }, value)))
      : make('input', {
          autocomplete: 'off',
          spellcheck: false,
          inputMode: named.name === 'Int' ? 'numeric' : 'text',
        }),
    path,
  );
  input.value = isList(type) ? (target[key] ?? []).join(', ') : (target[key] ?? '');
  input.addEventListener('change', () =>
    keep(isList(type) ? input.value.split(',').map((item) => item.trim()) : input.value.trim()),
  );
  return make('label', {}, label, ...sentence(description), input);
}

/** Filters are nested without end, so the inner ones are created when the outer one is opened. */
function partsOf(label, named, description, target, key, path, changed) {
  const details = make('details', {}, make('summary', {}, label), ...sentence(description));
  const fill = () => {
    target[key] ??= {};
    details.append(
      ...named.inputFields.map((field) =>
        control(field, target[key], field.name, `${path}.${field.name}`, changed),
      ),
    );
  };
  details.addEventListener('toggle', fill, { once: true });
  return details;
}

function listControl(label, type, description, target, key, path, changed) {
  const { inputFields } = namedIn(type);
  const rows = make('div');
  const add = make('button', { type: 'button', textContent: `Add to ${label.replace(' *', '')}` });
  const row = (item) => {
    const remove = make('button', { type: 'button', textContent: 'Remove' });
    const index = rows.childElementCount;
    const parts = inputFields.map((field) =>
      control(field, item, field.name, `${path}.${index}.${field.name}`, changed),
    );
    const shown = make('div', { className: 'item' }, ...parts, remove);
    remove.addEventListener('click', () => {
      target[key] = target[key].filter((one) => one !== item);
      shown.remove();
      add.focus();
      changed();
    });
    rows.append(shown);
  };
  for (const item of target[key] ?? []) row(item);
  add.addEventListener('click', () => {
    const [item] = beginning(type);
    target[key] = [...(target[key] ?? []), item];
    row(item);
    rows.lastElementChild.querySelector('select, input').focus();
    changed();
  });
  return make('fieldset', {}, make('legend', {}, label), ...sentence(description), rows, add);
}

/** REGISTRANT_COUNTRY_CODE is the field registrantCountryCode. */
const camel = (name) => name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Ticks the group keys; dates are grouped by month by default. */
function suitGroups(node) {
  const keys = (node.args.by ?? []).map(({ field }) => `${node.path}.${camel(field)}`);
  const tick = (path, isTicked) => {
    const box = at(path);
    if (box && box.checked !== isTicked) box.click();
  };
  for (const path of node.keys ?? []) if (!keys.includes(path)) tick(path, false);
  node.keys = keys;
  for (const [index, item] of (node.args.by ?? []).entries()) {
    const isMoment = /(^|_)AT$/.test(item.field);
    if (isMoment === !item.per && 'field' in item) {
      item.per = isMoment ? 'MONTH' : '';
      const select = at(`${node.path}(by.${index}.per`);
      if (select) select.value = item.per;
    }
  }
  for (const path of keys) tick(path, true);
}

/** The arguments of a ticked field, and the fields inside it. */
function insideOf(node) {
  const { field, path } = node;
  const changed = () => {
    if (node.args.by) suitGroups(node);
    write();
  };
  const args = field.args.map((arg) => control(arg, node.args, arg.name, `${path}(${arg.name}`, changed));
  const fields = fieldsOf(field);
  return [
    ...(args.length > 0 ? [make('div', { className: 'arguments' }, ...args)] : []),
    ...(fields.length > 0 ? [make('ul', {}, ...fields.map((one) => tickable(node, one)))] : []),
  ];
}

function tickable(parent, field) {
  const path = `${parent.path}.${field.name}`;
  const box = place(make('input', { type: 'checkbox', checked: field.name in parent.fields }), path);
  const inside = make('div', { className: 'inside' });
  const show = () => {
    const node = parent.fields[field.name];
    inside.replaceChildren(...(node ? insideOf(node) : []));
    if (node?.args.by) suitGroups(node);
  };
  box.addEventListener('change', () => {
    if (box.checked) parent.fields[field.name] = ticked(field, path);
    else delete parent.fields[field.name];
    show();
    if (box.checked && ['nodes', 'edges', 'pageInfo'].includes(field.name)) askForSome(parent);
    write();
  });
  if (box.checked) show();
  return make('li', {}, make('label', {}, box, field.name, ...sentence(field.description)), inside);
}

/** A list gets a page length. */
function askForSome(node) {
  if (!node.field.args.some(({ name }) => name === 'first') || node.args.first || node.args.last) return;
  node.args.first = '50';
  const input = at(`${node.path}(first`);
  if (input) input.value = '50';
}

async function load() {
  const schema = await schemaFor(authorizationNow());
  if (schema === offeredSchema) return;
  const isFirst = offeredSchema === undefined;
  offeredSchema = schema;
  const { data } = JSON.parse(schema);
  types = new Map(data.__schema.types.map((type) => [type.name, type]));
  offered = types.get(data.__schema.queryType.name).fields.filter(isOffered);
  for (const option of byId('builder-root').querySelectorAll('option[value]:not([value=""])'))
    option.remove();
  byId('builder-root').append(...offered.map(({ name }) => make('option', { value: name }, name)));
  if (!isFirst) return;
  byId('builder-root').addEventListener('change', ({ target }) => {
    const field = offered.find(({ name }) => name === target.value);
    byId('builder-about').textContent = field?.description ?? '';
    if (!field) return;
    root = ticked(field, field.name);
    lastWritten = undefined;
    byId('builder-fields').replaceChildren(...insideOf(root));
    write();
  });
}

const open = byId('builder-open');
function show(isOpen) {
  byId('builder').hidden = !isOpen;
  open.ariaExpanded = String(isOpen);
  if (isOpen) byId('builder-root').focus();
  else open.focus();
}
open.addEventListener('click', async () => {
  try {
    await load();
    show(byId('builder').hidden);
  } catch (error) {
    say(`The schema could not be loaded: ${error.message}`);
  }
});
byId('builder-close').addEventListener('click', () => show(false));
byId('builder').addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') show(false);
});
