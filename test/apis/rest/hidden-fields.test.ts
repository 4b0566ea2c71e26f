import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fullContact } from '#src/apis/rest/registrar/contact-view.ts';
import { fullDomain, simpleDomain } from '#src/apis/rest/registrar/domain-view.ts';
import { fieldsOf, viewOf } from '#src/apis/rest/registrar/view.ts';
import type { RestCall } from '#src/apis/rest/route.ts';
import { orNull, text as shape } from '#src/apis/rest/shapes.ts';
import type { RegistrarActor } from '#src/base/actor.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { entity, integer, type RowOf, text } from '#src/registry/entities/entity.ts';
import { seenPart } from '#src/registry/entities/entity-rows.ts';
import { isSponsor } from '#src/registry/rules/visibility.ts';
import { allEntities } from '../../support/entities.ts';

/** What a declaration hides from a caller is hidden over REST too, without another word in the view. */
const actorOf = (registrarId: number) =>
  ({ kind: 'registrar', registrarId, registrarCode: 'ALPHA', roles: ['epp'] }) as unknown as RegistrarActor;
const callOf = (registrarId: number) =>
  ({ actor: actorOf(registrarId), calendar: { format: (at: Date) => at.toISOString() } }) as RestCall;

describe('a view of a made-up entity', () => {
  const visible = { rule: isSponsor, owner: 'registrar_id' };
  const madeUp = entity('things', {
    registrar_id: integer(),
    name: text(),
    note: text().nullable().visible(visible),
    code: text().visible(visible),
  });
  const row: RowOf<typeof madeUp> = { registrar_id: 1, name: 'A thing', note: 'A secret', code: '1234' };
  const { plain } = fieldsOf<typeof row>();
  const view = viewOf('Thing', madeUp, {
    name: plain('name', shape('Its name', 'A thing')),
    note: plain('note', orNull(shape('A note', 'A secret'))),
    code: plain('code', shape('Its code', '1234')),
  });

  it('shows hidden fields to those that may see them only', () => {
    expect(view.show(callOf(1), row)).toEqual({ name: 'A thing', note: 'A secret', code: '1234' });
    expect(JSON.stringify(view.show(callOf(2), row))).toBe('{"name":"A thing","note":null}');
  });

  it('does not copy a row that is seen whole', () => {
    expect(seenPart(madeUp)(row, actorOf(1))).toBe(row);
  });
});

describe('the views of domains and contacts', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const hiddenIn = (one: typeof domain.declared) => one.filter(({ visible }) => visible);
  const others = {
    registrar_id: 1,
    statuses: [],
    status_notes: {},
    expires_at: at,
    created_at: at,
    updated_at: at,
  };

  it.each([
    ['full', fullDomain],
    ['simple', simpleDomain],
  ] as const)('show nothing hidden of the domain of another registrar: %s', (_, view) => {
    const marked = Object.fromEntries(
      hiddenIn(domain.declared).map(({ column }) => [column, `hidden ${column}`]),
    );
    const row = { ...others, ...marked, name: 'tamm.ee', disputed: false } as never;
    expect(JSON.stringify(view.show(callOf(2), row))).not.toContain('hidden');
    expect(JSON.stringify(view.show(callOf(1), row))).toContain('hidden transfer_code');
    expect(view.parts.domain).toContain('registrar_id');
  });

  it('never show the contact of another registrar', () => {
    // Nobody is given one, and it cannot be shown: what the view needs is not there.
    const row = { ...others, disclosed_attributes: [], auth_info: 'hidden', linked: false } as never;
    expect(() => fullContact.show(callOf(2), row)).toThrow('toISOString');
    expect(JSON.stringify(fullContact.show(callOf(1), row))).toContain('hidden');
  });
});

describe('the sources of REST', () => {
  const root = fileURLToPath(new URL('../../../src/apis/rest', import.meta.url));
  /** Where hidden columns are read outside of views, and why nobody else is shown them: a new place has to be judged. */
  const places: Readonly<Record<string, string>> = {
    'registrar/account-details.ts': "the caller's own registrar",
    'registrar/portal.ts': "the caller's own registrar",
  };

  it('read hidden columns in views, or in places that are judged here', async () => {
    const found = new Set<string>();
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
      .filter(([, source]) => !source.includes(' viewOf'));
    for (const { table, declared } of await allEntities()) {
      const hidden = declared.filter(({ visible }) => visible).map(({ column }) => column);
      const reads = new RegExp(String.raw`\b${table.slice(0, -1)}\??\.(?:${hidden.join('|')})\b`);
      if (hidden.length > 0) for (const [name, source] of sources) if (reads.test(source)) found.add(name);
    }
    expect([...found].sort()).toEqual(Object.keys(places));
  });
});
