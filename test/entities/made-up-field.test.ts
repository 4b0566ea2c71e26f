import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contact } from '#src/entities/contact.ts';
import { domain } from '#src/entities/domain.ts';
import { entity as declare, type Entity, text } from '#src/entities/entity.ts';
import { registrar } from '#src/entities/registrar.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));
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
  const [, ...laterMigrations] = files.filter((name) => name.startsWith('store/migrations/'));
  return files.filter((name) => !laterMigrations.includes(name));
}

/** At most eight files for a new field: generated files and documents aside. */
const most = 8;

describe('a new plain field like this one touches few source files', () => {
  it.each([
    // Column, graph, filter, REST, OpenAPI, CSV, mirror and console.
    ['forceDeleteDate of a domain', domain, 'force_delete_date'],
    // Column, graph, REST, OpenAPI, CSV, history, mirror and copies for other registrars.
    ['disclosedAttributes of a contact', contact, 'disclosed_attributes'],
  ] as const)('%s', (_, entity, column) => {
    const files = filesNaming(entity, column);
    expect(files.length, `named in ${files.join(', ')}`).toBeLessThanOrEqual(most);
    expect(files).toContain(`entities/${entity.table.slice(0, -1)}.ts`);
  });

  // Column, graph, the write that sets it at both APIs, history, the copy for domains, and the mail that asks for it.
  it('and so does one that a write sets: acceptPdfInvoices of a registrar', () => {
    const files = filesNaming(registrar, 'accept_pdf_invoices').filter((name) => name !== 'rest/examples.ts');
    expect(files.length, `named in ${files.join(', ')}`).toBeLessThanOrEqual(most);
    for (const part of ['entities/', 'operations/account/', 'rest/', 'graphql/', 'store/migrations/'])
      expect(
        files.some((name) => name.startsWith(part)),
        part,
      ).toBe(true);
  });

  it('and an entity has no two fields of one name', () => {
    expect(() => declare('things', { a_b: text(), c: text().named('aB') })).toThrow(
      'things: two fields are called aB',
    );
  });
});
