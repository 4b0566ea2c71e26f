import { beforeAll, describe, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  const holder = await seed(world).contact({ id: 'HOLDER', ident: people.mari });
  await seed(world).domain('oma.ee', { registrant: holder, admins: [holder], techs: [holder] });
  facade = await testFacade(await world.listen());
  await facade.upstream.mirror.pass();
});

const errorsOf = async (mutation: string): Promise<Loose[]> => {
  const data = await facade.ask(`mutation { it: ${mutation} { userErrors { code message path } } }`);
  return data.it.userErrors;
};
const pathsOf = async (mutation: string): Promise<(string | null)[]> =>
  (await errorsOf(mutation)).map(({ path }) => (path as unknown as string[] | null)?.join('.') ?? null);

const badHosts = '[{ hostname: "no_host", ipv4: ["300.1.1.1"] }]';

describe('a registry that reports one problem, behind a facade that reports all that it can find itself', () => {
  const cases: Readonly<Record<string, readonly [mutation: string, paths: readonly (string | null)[]]>> = {
    'of a contact': [
      'contactCreate(input: { name: "Mari", email: "nowhere", phone: "5", ident: { code: "1", type: PRIV, countryCode: "EE" } })',
      ['email', 'phone', 'ident.code'],
    ],
    'of a contact that is not there': [
      'contactUpdate(input: { code: "ALPHA:NONE", email: "nowhere", phone: "5" })',
      [null, 'email', 'phone'],
    ],
    'of nameservers for a domain that is not there': [
      `domainNameserversAdd(input: { name: "eiole.ee", nameservers: ${badHosts} })`,
      [null, 'nameservers.0.hostname', 'nameservers.0.ipv4'],
    ],
    'of a registration': [
      `domainRegister(input: { name: "uus.ee", registrant: "ALPHA:NONE", period: "P1Y", nameservers: ${badHosts},
        techContacts: ["ALPHA:HOLDER", "ALPHA:HOLDER"] })`,
      ['registrant', 'techContacts', 'nameservers.0.hostname', 'nameservers.0.ipv4'],
    ],
    'of what is not sent at all': [
      'domainRenew(input: { name: "oma.ee", period: "P13M" })',
      ['expiresOn', 'period'],
    ],
    'of an update': ['domainUpdate(input: { name: "eiole.ee", transferCode: " " })', ['transferCode']],
    'in a dry run': [
      `domainNameserversAdd(dryRun: true, input: { name: "eiole.ee", nameservers: ${badHosts} })`,
      [null, 'nameservers.0.hostname', 'nameservers.0.ipv4'],
    ],
  };

  it.each(Object.entries(cases))('%s', async (_, [mutation, paths]) => {
    expect(await pathsOf(mutation)).toEqual(paths);
  });

  it('and the same once more for a request that is repeated with its key', async () => {
    const mutation =
      'contactUpdate(idempotencyKey: "once", input: { code: "ALPHA:NONE", email: "nowhere", phone: "5" })';
    const first = await errorsOf(mutation);
    expect(first).toHaveLength(3);
    expect(await errorsOf(mutation)).toEqual(first);
  });

  it('but nothing beside a wrong secret', async () => {
    expect(await errorsOf('domainTransfer(input: { name: "oma.ee", transferCode: "x" })')).toHaveLength(1);
  });

  it('while REST has the answer of the registry', async () => {
    const request = {
      method: 'POST',
      url: '/registry/v1/contacts',
      payload: {
        contact: {
          name: '',
          email: 'nowhere',
          phone: '5',
          ident: { ident: '1', ident_type: 'priv', ident_country_code: 'EE' },
        },
      },
    } as const;
    const [here, there] = await Promise.all([facade.request(request), world.request(request)]);
    expect(here.body).toEqual(there.body);
    expect(here.status).toBe(there.status);
  });
});
