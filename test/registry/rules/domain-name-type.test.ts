import { expect, expectTypeOf, it } from 'vitest';
import type { UpstreamReader } from '#src/extensions/facade/reader.ts';
import type { lockOwnStates } from '#src/registry/operations/domains/model/domain-state.ts';
import { type DomainName, normaliseLookup } from '#src/registry/rules/domain/domain-name.ts';
import type { domainsByName } from '#src/registry/store/registry/domains.ts';

it('only a normalised name looks up a domain: a code, or a name as somebody spells it, does not compile', () => {
  expect(normaliseLookup(' Tamm.EE')).toBe('tamm.ee');
  expectTypeOf(normaliseLookup).returns.toEqualTypeOf<DomainName>();
  expectTypeOf<DomainName>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<DomainName>();
  expectTypeOf<string[]>().not.toExtend<Parameters<typeof domainsByName>[1]>();
  expectTypeOf<string[]>().not.toExtend<Parameters<typeof lockOwnStates>[1]>();
  expectTypeOf<string>().not.toExtend<Parameters<UpstreamReader['domain']>[0]>();
});
