// Starts the REST documentation, signed in with the credentials that this server publishes, if any.
import { byId, every, factsOf, one } from './dom.ts';
import { alternativesTo } from './finding.ts';
import { type Sent, snippets } from './snippets.ts';
import type {
  Answered,
  Component,
  Components,
  Made,
  Operation,
  Pluggable,
  Request,
  Specification,
  System,
  TaggedOperation,
  Tags,
  Ui,
} from './swagger-ui.ts';

interface Credentials {
  readonly registrar: { readonly username: string; readonly password: string };
  readonly portal?: string;
  readonly billing?: string;
}

declare const SwaggerUIBundle: (options: object) => Ui;

const { credentials } = factsOf<{ readonly credentials: Credentials | null }>();
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = (): boolean => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/**
 * Matches when each word of the phrase occurs in the path, method, summary, id or twin. Where none does, other words
 * for the same thing count, and what the description and the names of parameters and answers say.
 */
function opsFilter(taggedOperations: Tags, phrase: string): Tags {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const said = (operation: TaggedOperation, names: readonly string[]): string =>
    names
      .map((name) => operation.getIn(['operation', name]) ?? '')
      .join(' ')
      .toLowerCase();
  const textOf = (operation: TaggedOperation): string =>
    `${operation.get('method')} ${operation.get('path')} ${said(operation, ['summary', 'operationId', 'x-graphql'])}`.toLowerCase();
  const wholeTextOf = (operation: TaggedOperation): string =>
    `${textOf(operation)} ${said(operation, ['description', 'x-names'])}`;
  const matching = (isMatch: (operation: TaggedOperation) => boolean): Tags =>
    taggedOperations
      .map((tag) => tag.update('operations', (operations) => operations.filter(isMatch)))
      .filter((tag) => tag.get('operations').size > 0);
  const literal = matching((operation) => words.every((word) => textOf(operation).includes(word)));
  if (literal.size > 0) return literal;
  return matching((operation) => {
    const text = wholeTextOf(operation);
    return words.every((word) => alternativesTo(word).some((one) => text.includes(one)));
  });
}

/** The components that a part of the document refers to, directly or through others. */
function referredTo(part: unknown, components: Components, found: Components = {}): Components {
  for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
    found[kind] ??= {};
    if (found[kind][name]) continue;
    found[kind][name] = components[kind]?.[name];
    referredTo(found[kind][name], components, found);
  }
  return found;
}

/** Replaces parts of the package: with labels, real buttons, and code before anything has been executed. */
function registryPlugin({ React, fn: { resolveSubtree: resolve } }: Pluggable) {
  const element = React.createElement;

  /**
   * The package normalizes and copies the whole document for everything it resolves, which blocks the page for seconds.
   * Each part gets its own document, with the components that it refers to.
   */
  function resolveSubtree(document: Specification, path: readonly string[], options?: object): unknown {
    const [part = '', name = ''] = path;
    const whole: Readonly<Record<string, unknown>> = { ...document };
    const of = whole[part];
    const only = { [name]: of instanceof Object ? Reflect.get(of, name) : undefined };
    const components = referredTo(only, document.components);
    const alone = { ...document, paths: {}, components, [part]: only };
    return resolve(alone, path, options);
  }

  /**
   * Parsed here, because the package parses the document as YAML, which takes ten times as long. Each route is listed
   * once, under its API.
   */
  const parseToJson =
    (_: unknown, { specActions }: System) =>
    (text: string): void => {
      const { paths, tags, ...rest }: Specification = JSON.parse(text);
      const operations = Object.values(paths)
        .flatMap((path) => Object.values(path))
        .filter((operation) => operation.tags);
      for (const operation of operations) {
        operation.tags = operation.tags?.slice(0, 1) ?? [];
        const names = JSON.stringify([operation.requestBody, operation.responses]).matchAll(
          /"(\w+)":\{"(?:type|description)"/g,
        );
        operation['x-names'] = [...new Set([...names].map(([, name]) => name))].join(' ');
      }
      const routesOf = (name: string): number =>
        operations.filter((operation) => operation.tags?.[0] === name).length;
      const apis = tags
        .filter(({ name }) => routesOf(name) > 0)
        .map((tag) => ({ ...tag, description: `${tag.description} ${routesOf(tag.name)} routes.` }));
      specActions.updateJsonSpec({ ...rest, tags: apis, paths });
    };

  /** A hundred routes take long to draw, so an API stays closed until it is clicked or a search matches in it. */
  const isShown =
    (original: (thing: readonly string[], otherwise: boolean) => boolean, { layoutSelectors }: System) =>
    (_: unknown, thing: readonly string[], otherwise: boolean): boolean =>
      original(
        thing,
        otherwise || (thing[0] === 'operations-tag' && isPhrase(layoutSelectors.currentFilter())),
      );
  const isPhrase = (filter: unknown): boolean => typeof filter === 'string' && filter.trim() !== '';

  function FilterContainer({ specSelectors, layoutSelectors, layoutActions }: System): Made {
    const phrase = layoutSelectors.currentFilter();
    const left = specSelectors.taggedOperations().reduce((sum, tag) => sum + tag.get('operations').size, 0);
    return element(
      'div',
      { className: 'filter', role: 'search' },
      element('label', { htmlFor: 'filter' }, 'Find a route'),
      element('input', {
        id: 'filter',
        type: 'search',
        placeholder: 'price, transfer, domains renew, PUT …',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }: { readonly target: HTMLInputElement }) =>
          layoutActions.updateFilter(target.value),
      }),
      element(
        'span',
        { role: 'status', className: 'soft small' },
        `${left} ${left === 1 ? 'route' : 'routes'}`,
      ),
    );
  }

  function Code({ request }: { readonly request: Sent }): Made {
    const [language, choose] = React.useState('curl');
    const [copied, setCopied] = React.useState(false);
    const text = snippets[language]?.(request) ?? '';
    const copy = async (): Promise<void> => {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    };
    return element(
      'div',
      { className: 'code' },
      element(
        'div',
        { className: 'languages', role: 'group', 'aria-label': 'The request as code, in' },
        Object.keys(snippets).map((name) =>
          element(
            'button',
            { key: name, type: 'button', 'aria-pressed': name === language, onClick: () => choose(name) },
            name,
          ),
        ),
      ),
      element(
        'div',
        { className: 'copyable' },
        element('pre', { tabIndex: 0 }, text),
        element(
          'button',
          { type: 'button', className: 'quiet compact', onClick: copy },
          copied ? 'Copied' : 'Copy',
        ),
      ),
    );
  }

  /** The last request that was executed; before that, the example's. */
  const withCode =
    (Responses: Component<Answered>) =>
    (props: Answered): Made => {
      const { path, method, specSelectors, request } = props;
      const operation = specSelectors.specJson().getIn(['paths', path, method]).toJS();
      const sent = request?.toJS?.();
      return element(
        'div',
        null,
        element(Code, { request: sent ? asSent(sent) : asExample(path, method, operation) }),
        element(Responses, props),
      );
    };

  /** Grey lines while the document is read, as in the page before this script. */
  function Loading(): Made {
    const lines = Array.from({ length: 8 }, (_, key) => element('i', { key: String(key) }));
    return element('div', { className: 'skeleton', 'aria-hidden': true }, lines);
  }

  /** Leaves out the package's own title, server list and second `main` element. */
  function RegistryLayout({
    getComponent,
    specSelectors,
  }: System & { getComponent(name: string, isContainer?: boolean): Component<object> }): Made {
    const part = (name: string): Made => element(getComponent(name, true));
    if (specSelectors.loadingStatus() !== 'success')
      return element('div', { className: 'swagger-ui' }, part('errors'), element(Loading));
    return element(
      'div',
      { className: 'swagger-ui' },
      element(getComponent('SvgAssets')),
      part('errors'),
      element('div', { className: 'tools' }, part('FilterContainer'), part('AuthorizeBtnContainer')),
      part('operations'),
    );
  }

  return {
    fn: { opsFilter, resolveSubtree },
    statePlugins: { spec: { wrapActions: { parseToJson } }, layout: { wrapSelectors: { isShown } } },
    // The keyboard cannot reach a link inside a button; the button sets the address anyway.
    components: {
      RegistryLayout,
      FilterContainer,
      curl: () => null,
      DeepLink: ({ text }: { readonly text: string }) => element('span', null, text),
    },
    wrapComponents: { responses: withCode },
  };
}

/** Labels and landmarks for screen readers that the package leaves out or gets wrong. */
const fixes: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['h3.opblock-tag', { role: 'heading', 'aria-level': '2' }],
  ['.opblock-tag .expand-operation', { 'aria-label': 'Show the routes' }],
  ['.opblock h4', { role: 'heading', 'aria-level': '3' }],
  ['.opblock h5', { role: 'heading', 'aria-level': '4' }],
  ['textarea.body-param__text', { 'aria-label': 'Request body' }],
  ['select.examples-select-element', { 'aria-label': 'Which example' }],
  ['select.content-type', { 'aria-label': 'Media type' }],
  ['table.responses-table', { role: 'table' }],
  ['pre.microlight, .highlight-code > pre', { tabindex: '0' }],
];
function fix(): void {
  for (const [selector, attributes] of fixes)
    for (const part of every(`#docs :is(${selector}):not([data-fixed])`, HTMLElement)) {
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
      part.dataset.fixed = '';
    }
  // A parameter's input is labelled with the parameter's name.
  for (const row of every('#docs tr[data-param-name]', HTMLElement))
    for (const field of row.querySelectorAll(':is(input, select, textarea):not([aria-label])'))
      field.setAttribute('aria-label', row.dataset.paramName ?? '');
}
new MutationObserver(fix).observe(byId('docs'), { childList: true, subtree: true });

/** "On this page": each API with its kinds of things; a click opens the API there. */
function offerContents(): void {
  const { paths } = ui.specSelectors.specJson().toJS();
  const apis = new Map<string, Map<string, string>>();
  for (const [path, methods] of Object.entries(paths))
    for (const { tags } of Object.values(methods)) {
      const [api] = tags ?? [];
      if (api === undefined) continue;
      const [, thing = path] =
        /^\/(?:registry\/v1|api\/v1\/business_registry|api\/v1)\/([^/{]+)/.exec(path) ?? [];
      const things = apis.get(api) ?? new Map<string, string>();
      apis.set(api, things.set(thing, things.get(thing) ?? path));
    }
  const place = one('.here ul', HTMLElement);
  place.replaceChildren();
  const entry = (text: string, depth: number, go: () => void): void => {
    const link = Object.assign(document.createElement('a'), { textContent: text, href: '#docs' });
    link.addEventListener('click', (event) => {
      event.preventDefault();
      go();
    });
    const item = Object.assign(document.createElement('li'), { className: `depth-${depth}` });
    item.append(link);
    place.append(item);
  };
  const open = async (api: string, path?: string): Promise<void> => {
    ui.layoutActions.updateFilter('');
    ui.layoutActions.show(['operations-tag', api], true);
    for (let tries = 0; tries < 50; tries += 1) {
      const heads = every(path ? '.opblock-summary-path' : '.opblock-tag', HTMLElement);
      const head = heads.find(({ dataset }) => (path ? dataset.path === path : dataset.tag === api));
      if (head) {
        (head.closest('.opblock') ?? head).scrollIntoView({ block: 'start' });
        (head.closest('button') ?? head.querySelector('button') ?? head).focus({ preventScroll: true });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  };
  for (const [api, things] of apis) {
    entry(api, 2, () => open(api));
    for (const [thing, path] of things) entry(thing.replaceAll('_', ' '), 3, () => open(api, path));
  }
  one('.here', HTMLElement).hidden = false;
}

const asSent = ({ url, method, headers = {}, body }: Request): Sent => ({
  url,
  method: method.toUpperCase(),
  headers,
  body,
});

function asExample(
  path: string,
  method: string,
  { parameters = [], requestBody, security = [] }: Operation,
): Sent {
  const given = (place: string): { readonly name: string; readonly example: string }[] =>
    parameters.flatMap(({ in: where, name, example }) =>
      where === place && example !== undefined ? [{ name, example: String(example) }] : [],
    );
  const filled = given('path').reduce(
    (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(example)),
    path,
  );
  const query = given('query').map(
    ({ name, example }) => `${encodeURIComponent(name)}=${encodeURIComponent(example)}`,
  );
  const body = requestBody?.content['application/json']?.example;
  return {
    url: [`${location.origin}${filled}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    method: method.toUpperCase(),
    headers: {
      ...authorizationFor(security),
      ...Object.fromEntries(given('header').map(({ name, example }) => [name.toLowerCase(), example])),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  };
}

function authorizationFor(security: NonNullable<Operation['security']>): Record<string, string> {
  const known = security.flatMap((way) => Object.keys(way).slice(0, 1));
  if (known.length === 0) return {};
  if (known.includes('registrar')) {
    const { username, password } = credentials?.registrar ?? { username: 'USERNAME', password: 'PASSWORD' };
    return { authorization: `Basic ${btoa(`${username}:${password}`)}` };
  }
  const tokens: Readonly<Record<string, string | undefined>> = {
    portal: credentials?.portal,
    billing: credentials?.billing,
  };
  return { authorization: `Bearer ${tokens[known[0] ?? ''] ?? 'TOKEN'}` };
}

const ui: Ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  plugins: [registryPlugin],
  layout: 'RegistryLayout',
  tryItOutEnabled: credentials !== null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  onComplete: () => {
    offerContents();
    if (!credentials) return;
    ui.preauthorizeBasic('registrar', credentials.registrar.username, credentials.registrar.password);
    if (credentials.portal) ui.preauthorizeApiKey('portal', credentials.portal);
    if (credentials.billing) ui.preauthorizeApiKey('billing', credentials.billing);
  },
});
