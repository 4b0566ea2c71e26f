import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#src/base/canonical.ts';

/** Like Temporal's values, which nobody has in Node 20: no fields of their own, and a way to write themselves. */
class PlainDate {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON(): string {
    return this.#text;
  }
}

describe('the canonical form of a value', () => {
  it('is the same for the same said in another order, with or without what is undefined', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"d":2}]}');
    expect(canonicalJson({ a: 'x', b: [1, { d: 2 }] })).toBe('{"a":"x","b":[1,{"d":2}]}');
  });

  it.each([
    ['dates', new Date('2026-01-01'), new Date('2026-01-02')],
    ['dates that write themselves', new PlainDate('2026-01-01'), new PlainDate('2026-01-02')],
    ['bytes', Buffer.from('a'), Buffer.from('b')],
    ['orders of a list', [1, 2], [2, 1]],
    ['types', '1', 1],
    ['nothing and no word', { a: null }, {}],
  ])('tells %s apart, however deep', (_, one, other) => {
    expect(canonicalJson([{ at: one }])).not.toBe(canonicalJson([{ at: other }]));
    expect(canonicalJson({ at: { by: one } })).not.toBe(canonicalJson({ at: { by: other } }));
  });

  it.each([new Map([[1, 2]]), new Set([1]), /a/, new Error('no')])('refuses to guess at %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow(/no canonical form of a/);
  });
});
