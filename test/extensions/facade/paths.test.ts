import { beforeAll, expect, it } from 'vitest';
import { type Between, between } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { testWorld } from '../../support/world.ts';

/** A proxy on the way resolves dots and decodes slashes: what is not one part of a path is not sent. */
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  const world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  await seed(world).domain('held.ee', { registrant: 'ALPHA:HOLDER' });
  line = await between(world);
  facade = await testFacade(line.url);
});

const ends = [
  '',
  '.',
  '..',
  '../held.ee',
  'a.ee/../held.ee',
  'a.ee\\..\\held.ee',
  'a.ee%2F..%2Fheld.ee',
  'a.ee\r\n',
];
const ofNames = [
  '{ domain(name: $text) { name } }',
  '{ domainCheck(names: [$text]) { available } }',
  '{ domainTransferInfo(name: $text, transferCode: "x") { registrant { code } } }',
  'mutation { domainRegister(input: { name: $text, registrant: "ALPHA:HOLDER", period: "P1Y" }) { domain { name } } }',
  'mutation { domainRenew(input: { name: $text, period: "P1Y", expiresOn: "2027-01-01" }) { price } }',
  'mutation { domainUpdate(input: { name: $text, transferCode: "x" }) { domain { name } } }',
  'mutation { domainDelete(input: { name: $text, verified: true }) { domain { name } } }',
  'mutation { domainTransfer(input: { name: $text, transferCode: "x" }) { domain { name } } }',
  'mutation { domainClientHoldSet(input: { name: $text }) { domain { name } } }',
  'mutation { domainClientHoldRemove(input: { name: $text }) { domain { name } } }',
  'mutation { domainNameserversAdd(input: { name: $text, nameservers: [{ hostname: "ns1.a.ee" }] }) { domain { name } } }',
  'mutation { domainBulkRenew(input: { names: [$text], period: "P1Y" }) { price } }',
  'mutation { domainBulkTransfer(input: { transfers: [{ name: $text, transferCode: "x" }] }) { results { ok } } }',
];
const ofCodes = [
  '{ contact(code: $text) { code } }',
  '{ contactCodeCheck(code: $text) { available } }',
  'mutation { contactUpdate(input: { code: $text, name: "A" }) { contact { code } } }',
  'mutation { contactDelete(input: { code: $text }) { deletedId } }',
  'mutation { domainRegister(input: { name: "new.ee", registrant: $text, period: "P1Y" }) { domain { name } } }',
];
const ofHosts = [
  'mutation { domainNameserverRemove(input: { name: "held.ee", hostname: $text }) { domain { name } } }',
];

const documents = [
  ...ofNames.map((text) => ['DomainName!', text] as const),
  ...[...ofCodes, ...ofHosts].map((text) => ['String!', text] as const),
];

it.each(documents)('is not sent (%s): %s', async (type, text) => {
  const query = text.replace(/^(query|mutation)? ?\{/, (_, kind = 'query') => `${kind} ($text: ${type}) {`);
  for (const value of ends) {
    line.seen.length = 0;
    const { body } = await facade.request({
      method: 'POST',
      url: '/graphql',
      payload: { query, variables: { text: value } },
    });
    expect(body.errors?.map(({ message }: { message: string }) => message) ?? []).not.toContainEqual(
      expect.stringMatching(/Cannot query|Unknown|was not provided|of type/),
    );
    const odd = line.seen.filter((one) => {
      const path = one.replace(/^\w+ /, '').replace(/\?.*/, '');
      return /(?:^|\/)\.{0,2}(?:\/|$)|\\|%(?:0|1|2e|2f|5c|7f|25)/i.test(path.slice(1));
    });
    expect(odd).toEqual([]);
  }
});
