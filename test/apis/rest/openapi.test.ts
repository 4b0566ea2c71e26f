import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '#src/registry/operations/operation.ts';
import '#src/apis/rest/apis.ts';
import { everyEvent } from '#src/registry/rules/registrar/webhooks.ts';
import { openApi } from '../../support/described-answers.ts';

interface Described {
  readonly tags: readonly string[];
  readonly description?: string;
  readonly operationId: string;
}
const document = openApi as unknown as {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>;
};
const described = Object.values(document.paths).flatMap((methods) => Object.entries(methods));
const tagged = (tag: string) =>
  described.filter(([, { tags }]) => tags.includes(tag)).map(([, { operationId }]) => operationId);

describe('/openapi.json', () => {
  it('describes every operation', () => {
    expect(described.filter(([, { description }]) => !description)).toEqual([]);
  });

  it('says which operations change nothing, cost money or take something away', () => {
    const unsafe = described.filter(([method, { tags }]) => method === 'get' && !tags.includes('safe'));
    // Existing clients do these with GET.
    expect(unsafe.map(([, { operationId }]) => operationId)).toEqual([
      'accountsDisableAutoReload',
      'paymentsReceiveNotification',
    ]);
    expect(described.filter(([method, { tags }]) => method !== 'get' && tags.includes('safe'))).toEqual([]);
    expect(tagged('billable')).toEqual(
      expect.arrayContaining(['domainsRegister', 'domainsBulkRenew', 'domainsRenew']),
    );
    expect(tagged('destructive')).toEqual(
      expect.arrayContaining([
        'domainsDelete',
        'domainsTransfer',
        'contactsDelete',
        'domainsReplaceNameserver',
      ]),
    );
    const known = document.tags.map(({ name }) => name);
    expect(described.flatMap(([, { tags }]) => tags).filter((tag) => !known.includes(tag))).toEqual([]);
  });

  it('calls billable every operation that charges an account', () => {
    const folder = new URL('../../../src/registry/operations/', import.meta.url);
    const charging = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .filter((text) => /^ {4}context\.charge\(/m.test(text))
      .map((text) => /name: '([\w.-]+)'/.exec(text)?.[1] ?? '');
    expect(charging.length).toBeGreaterThan(0);
    expect(charging.filter((name) => operations.get(name)?.effect !== 'billable')).toEqual([]);
  });

  it('describes what is sent to webhooks', () => {
    expect(Object.keys(document.webhooks)).toEqual([...everyEvent]);
  });
});

describe('the schemas of openapi.json', () => {
  const schemas = (value: unknown): object[] =>
    Array.isArray(value)
      ? value.flatMap(schemas)
      : typeof value === 'object' && value !== null
        ? [value, ...Object.values(value).flatMap(schemas)]
        : [];
  const all = schemas(openApi) as { anyOf?: unknown; oneOf?: unknown; enum?: unknown }[];

  it('has few choices, which generated clients must tell apart', () => {
    expect(
      all.filter(({ anyOf, oneOf }) => Array.isArray(anyOf) || Array.isArray(oneOf)).length,
    ).toBeLessThan(100);
  });

  it('has no enum of values of several types, but for null', () => {
    const mixed = all.filter(
      (one) =>
        Array.isArray(one.enum) &&
        new Set(one.enum.filter((value) => value !== null).map((value) => typeof value)).size > 1,
    );
    expect(mixed).toEqual([]);
  });

  it('has the body of a change once, for PUT and for PATCH', () => {
    const bodyOf = (path: string, method: string) =>
      openApi.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
    const both = Object.entries(openApi.paths).filter(([, { put, patch }]) => put?.requestBody && patch);
    expect(both.length).toBeGreaterThan(3);
    for (const [path] of both) {
      expect(bodyOf(path, 'put'), path).toEqual({ $ref: expect.any(String) });
      expect(bodyOf(path, 'patch'), path).toEqual(bodyOf(path, 'put'));
    }
  });
});
