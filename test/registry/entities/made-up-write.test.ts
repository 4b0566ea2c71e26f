import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineMutation } from '#src/apis/graphql/mutation.ts';
import { result } from '#src/apis/graphql/payload.ts';
import { text } from '#src/registry/operations/input.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';

const root = fileURLToPath(new URL('../../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|js|graphql)$/.test(name) && !name.includes('.generated.'))
  .sort();

/** The source files that name an operation: by its name, its symbol or its mutation. */
function filesNaming(words: readonly string[]): string[] {
  const named = new RegExp(words.map((word) => String.raw`(?<![\w.-])${word}(?![\w-])`).join('|'));
  // The facade's table of operations has a line for each, which its own test asks for.
  const others = sources.filter((name) => name !== 'extensions/facade/ways.ts');
  return others.filter((name) => named.test(readFileSync(join(root, name), 'utf8')));
}

/** At most eight files for a new write: generated files and documents aside. */
const most = 8;

describe('a new write like this one touches few source files', () => {
  it.each([
    // REST, GraphQL, forwarding to a registry upstream and what is found after a lost answer.
    ['a nameserver is removed', ['removeNameserver', 'domain.remove-nameserver', 'domainNameserverRemove']],
    ['a nameserver is added', ['addNameservers', 'domain.add-nameservers', 'domainNameserversAdd']],
    // GraphQL, console and command line.
    ['a registrar is suspended', ['suspendRegistrar', 'registrar.suspend', 'registrarSuspend']],
    ['a payment is refunded', ['refundPayment', 'payment.refund', 'paymentRefund']],
  ])('%s', (_, words) => {
    // That whole lists can have it, too, is a line of its own.
    const files = filesNaming(words).filter((name) => !name.startsWith('extensions/console/bulk/'));
    expect(files.length, `named in ${files.join(', ')}`).toBeLessThanOrEqual(most);
    expect(files.some((name) => name.startsWith('registry/operations/'))).toBe(true);
    expect(files.some((name) => name.startsWith('apis/graphql/'))).toBe(true);
  });
});

describe('a new write with everything', () => {
  it('is named in at most eight: the shell has every mutation of the graph as it is', () => {
    const written = filesNaming(['removeNameserver', 'domain.remove-nameserver', 'domainNameserverRemove']);
    const inForms = filesNaming(['adjustAccount', 'account.adjust', 'accountAdjust']);
    const files = [...written, ...inForms.filter((name) => name.startsWith('extensions/console/pages/'))];
    for (const part of [
      'registry/operations/',
      'apis/graphql/',
      'apis/rest/',
      'extensions/facade/',
      'extensions/console/pages/',
    ])
      expect(
        files.some((name) => name.startsWith(part)),
        part,
      ).toBe(true);
    expect(files.length, `named in ${files.join(', ')}`).toBeLessThanOrEqual(most);
  });
});

describe('a mutation that is declared wrongly is refused with a sentence', () => {
  const command = (name: string, input: z.ZodObject) =>
    defineCommand({
      name: `made-up.${name}`,
      summary: 'Does something that nobody needs.',
      permits: ['operator'],
      operators: 'ADMIN',
      scope: 'WRITE',
      input,
      errors: [],
      graphql: `Mutation.madeUp${name}`,
      run: async () => ({ name }),
    });
  const shown = {
    show: async (_: unknown, value: { name: string }) => value.name,
    payload: result('name', 'String', 'What was made up'),
  };

  it.each([
    [
      'plain',
      z.object({ what: z.string() }),
      'MadeUpplainInput.what has no description: give it one with .meta({ description })',
    ],
    [
      'date',
      z.object({ day: z.date().meta({ description: 'The day.' }) }),
      "MadeUpdateInput.day: no type of the graph follows from zod's date: name one with .meta({ scalar })",
    ],
    [
      'object',
      z.object({ part: z.object({ what: text('What.') }).meta({ description: 'A part.' }) }),
      'MadeUpobjectInput.part: an object of an input needs a name: declare it with object()',
    ],
  ])('%s', (name, input, sentence) => {
    expect(() => defineMutation(command(name, input), shown)).toThrow(sentence);
  });

  it('says which operation an input of its own has to be translated for', () => {
    const operation = command('own', z.object({ what: text('What.') }));
    expect(() => defineMutation(operation, { ...shown, input: z.object({ other: text('Other.') }) })).toThrow(
      'madeUpown has an input of its own: translate must make that of made-up.own of it',
    );
  });
});
