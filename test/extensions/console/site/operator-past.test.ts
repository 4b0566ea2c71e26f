import { beforeAll, expect, it } from 'vitest';
import { consoleOf } from '../../../support/console.ts';
import { newContact } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { advance, clockAt } from '../../../support/time.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const { get } = consoleOf(() => world);
const page = (day: string) => get(`/domains/kadunud.ee?asOf=${day}`);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-03-10T10:00:00Z') });
  const registrant = await newContact(world, { name: 'Mari Maasikas' });
  await newDomain(world, { name: 'kadunud.ee', registrant });
});

it('shows a domain as it was when a day was over', async () => {
  await advance(world, { to: '2026-04-01T10:00:00Z' });
  const now = (await get('/domains/kadunud.ee')).body;
  expect(now).toContain('max="2026-04-01"');
  expect(now).toContain('What you can do');
  const past = await page('2026-03-10');
  expect(past.body).toContain('as of 2026-03-10');
  expect(past.body).toContain('Mari Maasikas');
  expect(past.body).not.toContain('What you can do');
  expect(past.body).not.toContain('role="alert"');
});

it('says that there was none on a day before it was registered', async () => {
  const { statusCode, body } = await page('2026-03-09');
  expect(statusCode).toBe(404);
  expect(body).toContain('There is no domain kadunud.ee on 2026-03-09.');
});

it.each(['nonsense', '2026-02-31', '2027-01-01'])(
  'shows it as it is now, and says so, where %s is no day until today',
  async (day) => {
    const { body } = await page(day);
    expect(body).toContain('What you can do');
    expect(body).toContain('asOf must be a day up to 2026-04-01');
  },
);

it('shows today as it is now, and marks the day looked at in its life', async () => {
  const { body } = await page('2026-04-01');
  expect(body).toContain('What you can do');
  expect(body).not.toContain('role="alert"');
  expect(body).toContain('>today</text>');
  const past = (await page('2026-03-20')).body;
  expect(past).toContain('>2026-03-20</text>');
  expect(past).not.toContain('>today</text>');
});

it('shows what was there before it was deleted, and offers to look for it', async () => {
  await advance(world, { to: '2028-01-01T10:00:00Z' });
  const gone = await get('/domains/kadunud.ee');
  expect(gone.statusCode).toBe(404);
  expect(gone.body).toContain('name="asOf"');
  expect((await page('2026-05-01')).body).toContain('Mari Maasikas');
});
