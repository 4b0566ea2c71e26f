import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedApis } from '#src/apis/rest/apis.ts';
import { examples } from '#src/apis/rest/examples.ts';
import { openapiDocument } from '#src/apis/rest/openapi.ts';
import { snippets } from '#src/extensions/kit/browser/snippets.ts';
import { token } from '../support/billing.ts';
import { type Sandbox, sandbox } from '../support/sandbox.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required?: boolean;
    readonly example?: string;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly example?: unknown } };
  };
  readonly responses: Readonly<Record<string, object>>;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Named extends Operation {
  readonly method: string;
  readonly path: string;
}

let here: Sandbox;
let operations: readonly Named[];
let billing = '';
beforeAll(async () => {
  here = await sandbox();
  operations = await readOperations();
  billing = await token('registry');
});

async function readOperations(): Promise<Named[]> {
  const { paths } = (await (await fetch(`${here.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** As /docs fills it in, and as its Execute sends it. */
function requestOf({ method, path, parameters, requestBody, security }: Named): Request {
  const given = (place: string) => parameters.filter((one) => one.in === place && one.example !== undefined);
  const filled = given('path').reduce(
    (url, { name, example = '' }) => url.replace(`{${name}}`, encodeURIComponent(example)),
    path,
  );
  const query = given('query').map(({ name, example = '' }): [string, string] => [name, example]);
  const body = requestBody?.content['application/json'].example;
  const callers: Readonly<Record<string, string>> = {
    registrar: `Basic ${btoa('alpha:alpha-sandbox')}`,
    portal: 'Bearer portal-sandbox',
    billing: billing,
  };
  const caller = callers[Object.keys(security[0] ?? {})[0] ?? ''];
  return {
    method,
    url: `${here.url}${filled}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
    headers: {
      ...(caller && { authorization: caller }),
      ...Object.fromEntries(given('header').map(({ name, example = '' }) => [name.toLowerCase(), example])),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  };
}

async function execute(operation: Named, more: Readonly<Record<string, string>> = {}) {
  const { method, url, headers, body } = requestOf(operation);
  const response = await fetch(url, { method, headers: { ...headers, ...more }, ...(body && { body }) });
  const text = await response.text();
  const isDone = response.status < 300 && !/"failed":\[\{|"affected_domains":\[\]/.test(text);
  return isDone ? undefined : `${operation.operationId}: ${response.status} ${text.slice(0, 300)}`;
}

describe('the examples in /openapi.json', () => {
  it('have every body, and every parameter that is required', () => {
    const lacking = operations.flatMap(({ operationId, parameters, requestBody }) => [
      ...(requestBody && requestBody.content['application/json'].example === undefined ? [operationId] : []),
      ...parameters
        .filter(({ required, example }) => required && example === undefined)
        .map(({ name }) => `${operationId} ${name}`),
    ]);
    expect(lacking).toEqual([]);
    const known = operations.map(({ operationId }) => operationId);
    expect(Object.keys(examples).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('work in a fresh sandbox, each without the others', async () => {
    const refused = [];
    for (const operation of operations)
      if (operation.method !== 'GET') refused.push(await execute(operation, { 'dry-run': 'true' }));
    expect(refused.filter(Boolean)).toEqual([
      // invoicesCreateDepositPrepayment makes the deposit.
      expect.stringMatching(/^invoicesUpdateDepositStatus: .*not found/),
    ]);
  });

  it('work again and again, in the order of the document and backwards', async () => {
    const refused = [];
    for (const operation of [...operations, ...operations, ...operations.toReversed()])
      refused.push(await execute(operation));
    expect(refused.filter(Boolean)).toEqual([]);
  });

  it('are dry runs only where something can be done only once', async () => {
    const dry = operations.filter((operation) => 'dry-run' in requestOf(operation).headers);
    const really = { 'dry-run': 'false' };
    const refused = [];
    const repeated = [];
    for (const operation of dry) {
      refused.push(await execute(operation, really));
      if (!(await execute(operation, really))) repeated.push(operation.operationId);
    }
    expect(refused.filter(Boolean)).toEqual([
      // The domain is on hold already: domainsSetClientHold is the same.
      expect.stringMatching(/^domainsSetClientHoldByPatch: .*status clientHold/),
    ]);
    expect(repeated).toEqual([]);
  });

  it('are dry runs in the sandbox only: elsewhere nobody sends one without asking for it', () => {
    expect(JSON.stringify(openapiDocument(describedApis))).not.toContain('"example":"true"');
  });

  it('name the date on which the domain to renew expires, also after it was renewed', async () => {
    const dateIn = (all: readonly Named[]) =>
      JSON.stringify(all.find(({ operationId }) => operationId === 'domainsRenew')).match(
        /"exp_date":"(\d{4})/,
      )?.[1];
    expect(Number(dateIn(await readOperations()))).toBe(Number(dateIn(operations)) + 1);
  });
});

describe('/openapi.json', () => {
  it('names operations shortly, each otherwise', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]{5,39}$/.test(id))).toEqual([]);
    expect(ids).toContain('domainsRegister');
  });

  it('says of every parameter what it is, each filter in its own words', () => {
    for (const { operationId, parameters } of operations) {
      const said = parameters
        .filter(({ name }) => name.startsWith('q[') && !name.endsWith('[]'))
        .map(({ name, description }) => ({ name, description }));
      for (const { name, description } of parameters)
        expect(description, `${operationId} ${name}`).toBeTruthy();
      const words = said.map(({ description }) => description);
      expect(new Set(words).size, `${operationId}: ${words.join('\n')}`).toBe(words.length);
    }
  });
});

const run = promisify(execFile);
const isThere = (command: string, ...parts: string[]): Promise<boolean> =>
  run(command, parts).then(
    () => true,
    () => false,
  );
const hasPython = await isThere('python3', '-c', 'import requests');
const hasPhp = await isThere('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);');

describe('the code that /docs shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zonegraph-snippets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const runners: Readonly<
    Record<keyof typeof snippets, [boolean, (file: string) => [string, string[]], string]>
  > = {
    curl: [true, (file) => ['sh', [file]], 'sh'],
    TypeScript: [true, (file) => [process.execPath, [file]], 'mjs'],
    Python: [hasPython, (file) => ['python3', [file]], 'py'],
    PHP: [hasPhp, (file) => ['php', [file]], 'php'],
  };
  for (const [language, [isHere, command, ending]] of Object.entries(runners))
    it.runIf(isHere)(`runs, in ${language}`, async () => {
      const wanted = operations.find(({ operationId }) => operationId === 'domainsRegister');
      if (!wanted) throw new Error('there is no domainsRegister');
      const request = requestOf(wanted);
      const body = request.body
        ?.replace('rohelinemaja', `o-${language.toLowerCase()}`)
        .replace('"period":', `"transfer_code": "it's \\\\ \\"quoted\\"", "period":`);
      const file = join(folder, `snippet.${ending}`);
      writeFileSync(file, snippets[language]?.({ ...request, body }) ?? '');
      const { stdout } = await run(...command(file));
      expect(stdout).toContain(`"name":"o-${language.toLowerCase()}.ee"`);
      expect(stdout).toContain(`"transfer_code":"it's \\\\ \\"quoted\\""`);
    });
});
