import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#src/server/cli/run.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { sandbox } from '../../support/sandbox.ts';
import type { Loose } from '../../support/world.ts';
import { printedAndRemarked } from './commands.ts';

const directory = mkdtempSync(join(tmpdir(), 'zonegraph-apply-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let env: NodeJS.ProcessEnv;
let url: string;
const alpha = `Basic ${btoa('alpha:alpha-sandbox')}`;

const ask = async (query: string): Promise<Loose> => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: alpha, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: Loose }).data;
};

beforeAll(async () => {
  ({ url } = await sandbox());
  const { accessTokenCreate } = await ask(
    'mutation { accessTokenCreate(input: { name: "files" scopes: [WRITE] }) { token } }',
  );
  env = { ZONEGRAPH_URL: url, ZONEGRAPH_TOKEN: accessTokenCreate.token };
});

const fileOf = (...rows: string[]): string => {
  const file = join(directory, 'changes.csv');
  writeFileSync(file, `action,domain,period,nameservers\n${rows.join('\n')}\n`);
  return file;
};
const secretFile = (content: string): string => {
  const file = join(directory, 'token');
  writeFileSync(file, content);
  return file;
};
const expiryOf = async (name: string) =>
  (await ask(`{ domain(name: "${name}") { expiresAt } }`)).domain as { expiresAt: string };
const yes = async () => true;

/** A line to the server that loses the answers of so many writes. */
async function losing(to: string, count: number): Promise<string> {
  let left = count;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const headers = {
      authorization: String(request.headers.authorization),
      'content-type': 'application/json',
    };
    const answer = await (await fetch(`${to}${request.url}`, { method: 'POST', headers, body })).text();
    if (body.includes('"ifOutcome"') && left > 0) {
      left -= 1;
      response.destroy();
    } else response.end(answer);
  });
  return opened(server);
}

async function opened(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('zonegraph apply', () => {
  it('shows each row with its price, and changes nothing in a dry run', async () => {
    const before = await expiryOf('kevad.ee');
    const { printed } = await printedAndRemarked(['apply', fileOf('renew,kevad.ee,1y'), '--dry-run'], env);
    expect(printed).toMatch(/LINE +ACTION +DOMAIN +PRICE +WHAT\n2 +renew +kevad\.ee +10\.00 +.*expiresAt: /);
    expect(printed).toContain('1 row, 10.00 EUR; notified: nobody');
    expect(await expiryOf('kevad.ee')).toEqual(before);
  });

  it('does nothing when nobody confirms, and ends with 2', async () => {
    const before = await expiryOf('kevad.ee');
    await expect(printedAndRemarked(['apply', fileOf('renew,kevad.ee,1y')], env)).rejects.toMatchObject({
      message: 'Nothing was changed: nobody confirmed it.',
      exitCode: 2,
    });
    expect(await expiryOf('kevad.ee')).toEqual(before);
  });

  it('does what it has shown, after a yes or with --yes', async () => {
    const before = await expiryOf('kevad.ee');
    const { printed } = await printedAndRemarked(['apply', fileOf('renew,kevad.ee,1y')], env, yes);
    expect(printed).toContain('Done: 1 row, 10.00 EUR');
    expect(await expiryOf('kevad.ee')).not.toEqual(before);
    const { printed: again } = await printedAndRemarked(['apply', fileOf('renew,suvi.ee,1y'), '--yes'], env);
    expect(again).toContain('Done: 1 row');
  });

  it('ends with 3 when something has changed between the question and the answer, and names the line', async () => {
    const file = fileOf('renew,regatt.ee,1y', 'nameservers,talv.ee,,ns1.alpha.example ns2.alpha.example');
    const meanwhile = async () => {
      const other = fileOf('nameservers,talv.ee,,ns8.alpha.example ns9.alpha.example');
      await printedAndRemarked(['apply', other, '--yes'], env);
      return true;
    };
    await expect(printedAndRemarked(['apply', file], env, meanwhile)).rejects.toMatchObject({
      message: expect.stringContaining('line 3 (talv.ee)'),
      exitCode: 3,
    });
  });

  it('asks once more when the answer is lost, and does nothing twice', async () => {
    const lost = await losing(url, 1);
    const { printed } = await printedAndRemarked(['apply', fileOf('renew,regatt.ee,1y'), '--yes'], {
      ...env,
      ZONEGRAPH_URL: lost,
    });
    expect(printed).toContain('Done: 1 row, 10.00 EUR');
    const never = await losing(url, 2);
    const file = fileOf('nameservers,talv.ee,,ns1.alpha.example ns2.alpha.example');
    await expect(
      printedAndRemarked(['apply', file, '--yes'], { ...env, ZONEGRAPH_URL: never }),
    ).rejects.toMatchObject({ exitCode: 4 });
  });

  it('answers with a key that was used as it did before, whatever could be done by now', async () => {
    const args = ['apply', fileOf('renew,kontsert.ee,1y'), '--yes', '--key', 'once'];
    expect((await printedAndRemarked(args, env)).printed).toContain('Done: 1 row');
    expect((await printedAndRemarked(args, env)).printed).toMatch(/^Already done with this key: 1 row/);
  });

  it('prints nothing that a terminal would obey', async () => {
    const codes = '\u001b[2J\u009b31m\u0007\r';
    const row = {
      line: 2,
      action: 'RENEW',
      name: `talv${codes}.ee`,
      price: '10.00',
      pending: false,
      changes: [{ field: `note${codes}`, from: codes, to: { hostname: codes } }],
      userErrors: [],
    };
    const notifies = { summary: `registrar Beta${codes} by poll message` };
    const shown = { price: '10.00', outcome: 'shown', notifies, rows: [row], userErrors: [] };
    const refused = { ...shown, outcome: null, userErrors: [{ code: 'X', message: codes, details: null }] };
    const answering = (payload: object) =>
      opened(
        createServer((_, response) => response.end(JSON.stringify({ data: { changeSetApply: payload } }))),
      );
    const args = ['apply', fileOf('renew,talv.ee,1y'), '--dry-run'];
    const { printed } = await printedAndRemarked(args, { ...env, ZONEGRAPH_URL: await answering(shown) });
    expect(printed).toContain('talv');
    expect(printed).toMatch(/notified: registrar Beta.* by poll message/);
    expect(printed.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    const wrong = printedAndRemarked(args, { ...env, ZONEGRAPH_URL: await answering(refused) });
    await expect(wrong).rejects.toThrow(/^\P{Cc}*\[2J\P{Cc}*$/u);
  });

  it('shows from which day a domain can be renewed', async () => {
    const { domains } = await ask(
      '{ domains(where: { expiresAt: { gt: "P200D" } }, first: 1) { nodes { name } } }',
    );
    const [{ name }] = domains.nodes;
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    await expect(runCli(['apply', fileOf(`renew,${name},1y`)], env, print, print)).rejects.toThrow(
      /cannot be done/,
    );
    expect(printed.join()).toMatch(/cannot be done: .*\. It can be renewed from \d{4}-\d\d-\d\d(?!\.)/);
  });

  it('reports what is wrong with the file or with a row, and ends with 1', async () => {
    const wrong = printedAndRemarked(['apply', fileOf('renew,talv.ee,2m')], env);
    await expect(wrong).rejects.toMatchObject({
      message: 'Line 2, column 3 (period): a period is 3m, 6m, 9m or 1y to 10y',
      exitCode: 1,
    });
    const row = printedAndRemarked(
      ['apply', fileOf('renew,talv.ee,1y', 'renew,nobodys.ee,1y'), '--yes'],
      env,
    );
    await expect(row).rejects.toMatchObject({ exitCode: 1 });
    await expect(row).rejects.toThrow(/^1 of 2 rows cannot be done, the first in line 3 \(nobodys\.ee\)/);
    await expect(printedAndRemarked(['apply', join(directory, 'none.csv')], env)).rejects.toThrow(
      'cannot be read',
    );
    await expect(printedAndRemarked(['apply'], env)).rejects.toThrow('Name the file');
    const nobody = printedAndRemarked(['apply', fileOf('renew,talv.ee,1y')], { ZONEGRAPH_URL: url });
    await expect(nobody).rejects.toThrow('ZONEGRAPH_TOKEN is empty');
    const both = { ...env, ZONEGRAPH_TOKEN_FILE: secretFile('a token') };
    await expect(printedAndRemarked(['apply', fileOf('renew,talv.ee,1y')], both)).rejects.toThrow(
      'ZONEGRAPH_TOKEN and ZONEGRAPH_TOKEN_FILE are both set',
    );
  });

  it('reads the token from a file', async () => {
    const { ZONEGRAPH_TOKEN = '', ...others } = env;
    const given = { ...others, ZONEGRAPH_TOKEN_FILE: secretFile(`${ZONEGRAPH_TOKEN}\n`) };
    const { printed } = await printedAndRemarked(['apply', fileOf('renew,talv.ee,1y'), '--dry-run'], given);
    expect(printed).toContain('Nothing was changed: this was a dry run.');
  });
});
