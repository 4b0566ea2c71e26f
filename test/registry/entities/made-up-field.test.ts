import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isMirrored } from '#src/extensions/facade/fields.ts';
import { contact } from '#src/registry/entities/contact.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { entity as declare, type Entity, text } from '#src/registry/entities/entity.ts';
import { registrar } from '#src/registry/entities/registrar.ts';

const root = fileURLToPath(new URL('../../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|js|sql|graphql)$/.test(name) && !name.includes('.generated.'))
  .sort();

/**
 * The source files that name a field: by its column, which is its REST name too, or as the graph does. Of the migrations
 * only the first counts: a new field needs one, the later ones changed what the field means.
 */
function filesNaming({ declared }: Entity, column: string): string[] {
  const field = declared.find((one) => one.column === column);
  if (!field) throw new Error(`${column} is not declared`);
  const named = new RegExp(String.raw`\b(?:${column}|${field.name})\b`);
  const files = sources.filter((name) => named.test(readFileSync(join(root, name), 'utf8')));
  const [, ...laterMigrations] = files.filter((name) => name.startsWith('registry/store/migrations/'));
  return files.filter((name) => !laterMigrations.includes(name));
}

/** What facades find lost answers by, show before a transfer, refuse before they send it, or write of their registrar. */
const usedByFacades = [
  'statuses',
  'status_notes',
  'expires_at',
  'created_at',
  'updated_at',
  'code',
  'name',
  'email',
  'phone',
  'ident',
];

/** At most nine files for a new field, one of them its title for people: generated files and documents aside. */
const most = 9;

/** What a facade does with each field, and how it reads it: a line in each, which its own tests ask for. */
const tablesOfFields = ['extensions/facade/fields.ts', 'extensions/facade/readings.ts'];

describe('a new plain field like this one touches few source files', () => {
  it.each([
    // Column, graph, filter, REST, OpenAPI, CSV, mirror and console.
    ['forceDeleteDate of a domain', domain, 'force_delete_date'],
    // Column, graph, REST, OpenAPI, CSV, history, mirror and copies for other registrars.
    ['disclosedAttributes of a contact', contact, 'disclosed_attributes'],
  ] as const)('%s', (_, entity, column) => {
    const files = filesNaming(entity, column).filter((name) => !tablesOfFields.includes(name));
    expect(files.length, `named in ${files.join(', ')}`).toBeLessThanOrEqual(most);
    expect(files).toContain(`registry/entities/${entity.table.slice(0, -1)}.ts`);
  });

  // Column, graph, the write that sets it at both APIs with its example, history, and the mail that asks for it.
  it('and so does one that a write sets: acceptPdfInvoices of a registrar', () => {
    const files = filesNaming(registrar, 'accept_pdf_invoices');
    expect(files.length, `named in ${files.join(', ')}`).toBeLessThanOrEqual(most);
    for (const part of [
      'registry/entities/',
      'registry/operations/account/',
      'apis/rest/',
      'apis/graphql/',
      'registry/store/migrations/',
    ])
      expect(
        files.some((name) => name.startsWith(part)),
        part,
      ).toBe(true);
  });

  /** `phone` is also a word, a field of registrars and of what they are shown before a transfer. */
  const ofContacts =
    /^(?:registry\/(?:entities\/contact|store\/migrations|store\/registry\/contact|operations\/contacts|rules\/contact)|apis\/(?:rest\/(?:registrar\/contact|examples)|graphql\/contact)|extensions\/facade)/;
  /** It is shown to others before a transfer, and one registry answers 500 where it is too long. */
  const particular = [
    'extensions/facade/before-sending.ts',
    'extensions/facade/upstream.ts',
    ...tablesOfFields,
  ];

  // Column, graph, filter, two writes and their rule, REST both ways, history, mirror, forwarding and lost answers.
  it('and so does one that a facade sends on: phone of a contact', () => {
    const files = filesNaming(contact, 'phone').filter((name) => ofContacts.test(name));
    expect(files).toEqual(expect.arrayContaining(particular));
    const any = files.filter((name) => !particular.includes(name));
    expect(any.length, `named in ${any.join(', ')}`).toBeLessThanOrEqual(most);
    for (const name of [
      'registry/entities/contact.ts',
      'registry/operations/contacts/update-contact.ts',
      'apis/rest/examples.ts',
    ])
      expect(any).toContain(name);
  });

  it('and a facade names no column that it only keeps', () => {
    const named = [domain, contact].flatMap((entity) =>
      entity.declared
        .map(({ column }) => column)
        .filter((column) => isMirrored(entity, column))
        .filter((column) =>
          filesNaming(entity, column).some(
            (name) => name.startsWith('extensions/facade/') && !tablesOfFields.includes(name),
          ),
        ),
    );
    expect(new Set(named)).toEqual(new Set(usedByFacades));
  });

  it('and an entity has no two fields of one name', () => {
    expect(() => declare('things', { a_b: text(), c: text().named('aB') })).toThrow(
      'things: two fields are called aB',
    );
  });
});
