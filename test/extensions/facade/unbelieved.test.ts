import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, json } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { testWorld } from '../../support/world.ts';

/** What a registry says is looked at before it is passed on. */
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  const world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  await seed(world).domain('olemas.ee', { registrant: 'ALPHA:HOLDER' });
  line = await between(world);
  facade = await testFacade(line.url);
});
beforeEach(() => {
  line.fault = undefined;
});

const writes = {
  domainRegister: 'domainRegister(input: { name: "uus.ee", registrant: "ALPHA:HOLDER", period: "P1Y" })',
  contactCreate:
    'contactCreate(input: { name: "Mari", email: "m@a.ee", phone: "+372.5551234", ident: { code: "12345678", type: ORG, countryCode: "EE" } })',
  domainTransfer: 'domainTransfer(input: { name: "uus.ee", transferCode: "x" })',
};

describe('success without the object', () => {
  it.each(Object.entries(writes))('is no success: %s', async (field, write) => {
    line.fault = (request, response, pass) => {
      if (request.method === 'GET' && /uus\.ee|GONE/.test(request.url ?? ''))
        return json(404, { code: 2303, message: 'Object does not exist' })(request, response, pass);
      if (request.method === 'GET') return pass();
      const data =
        field === 'contactCreate' ? { contact: { code: 'ALPHA:GONE' } } : { domain: { name: 'uus.ee' } };
      return json(200, { code: 1000, message: 'Command completed successfully', data })(
        request,
        response,
        pass,
      );
    };
    const answer = await facade.ask(`mutation { ${write} { userErrors { code retryable } } }`);
    expect(answer[field]).toEqual({ userErrors: [{ code: 'OUTCOME_UNKNOWN', retryable: false }] });
  });
});

describe('a message of the registry', () => {
  it('is cut where nobody reads on, and shows what hides or reverses it', async () => {
    for (const [message, shown] of [
      ['a'.repeat(50_000), expect.stringMatching(/^a{1000}\.\.\.$/)],
      ['Not \u202eyours\u2066\u200b\u0007', 'Not [U+202E]yours[U+2066][U+200B][U+0007]'],
      [`${'a'.repeat(999)}\u{1f600}`, expect.stringMatching(/^a{999}\ufffd\.\.\.$/)],
      ['Contact\n was not found', 'Contact was not found'],
    ] as const) {
      line.fault = (request, response, pass) =>
        request.method === 'GET'
          ? pass()
          : json(400, { code: 2306, message, data: {} })(request, response, pass);
      const { domainClientHoldSet } = await facade.ask(
        'mutation { domainClientHoldSet(input: { name: "olemas.ee" }) { userErrors { message } } }',
      );
      expect(domainClientHoldSet).toEqual({ userErrors: [{ message: shown }] });
      const { body } = await facade.request({
        method: 'PUT',
        url: '/repp/v1/domains/olemas.ee/statuses/clientHold',
      });
      expect(body.message).toEqual(shown);
    }
  });
});
