import { beforeAll, describe, expect, it } from 'vitest';
import { newContact, setStatuses } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

async function explanations(field: string, input: string): Promise<unknown[]> {
  const document = `mutation { ${field}(input: ${input}) { userErrors { explanation } } }`;
  const { data, errors } = await graph(world, document, { auth: alpha });
  expect(errors).toBeUndefined();
  return Object.values<Loose>(data[field].userErrors).map(({ explanation }) => explanation);
}

describe('a refusal explains what stands against it', () => {
  it('names the statuses of a contact without calling it a domain', async () => {
    const code = await newContact(world);
    await setStatuses(world, code, ['serverUpdateProhibited', 'serverDeleteProhibited']);
    expect(await explanations('contactUpdate', `{ code: "${code}" name: "Mari Mets" }`)).toEqual([
      'It cannot be done while it has the statuses serverUpdateProhibited, serverDeleteProhibited.',
    ]);
    expect(await explanations('contactDelete', `{ code: "${code}" }`)).toEqual([
      'It cannot be done while it has the status serverDeleteProhibited.',
    ]);
  });

  it('says nothing of a hold that is there already, or is not there', async () => {
    const input = `{ name: "${await newDomain(world, {})}" }`;
    expect(await explanations('domainClientHoldRemove', input)).toEqual([null]);
    expect(await explanations('domainClientHoldSet', input)).toEqual([]);
    expect(await explanations('domainClientHoldSet', input)).toEqual([null]);
  });
});
