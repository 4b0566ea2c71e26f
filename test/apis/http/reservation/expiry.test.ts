import { beforeAll, describe, expect, it } from 'vitest';
import { day, portalOf, wait } from '../../../support/portal.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
});

/** The next day whose night moves the clocks, as seen from now. */
function nextSwitch(): Date {
  const { calendar } = world.container;
  const offset = (at: Date): string => calendar.format(at).slice(23);
  let at = world.clock.now();
  while (offset(at) === offset(new Date(at.getTime() + day))) at = new Date(at.getTime() + day);
  return at;
}

describe('the end of a free reservation', () => {
  it('is seven days ahead', async () => {
    const { expiresAt } = await portal.reserved('seven.ee');
    const expected = world.container.calendar.plus(world.clock.now(), { days: 7 });
    expect(Math.abs(new Date(expiresAt).getTime() - expected.getTime())).toBeLessThan(5000);
  });

  it('shows as expired from that moment on, without code and end, though nobody has cleaned up', async () => {
    const { id, expiresAt } = await portal.reserved('ends.ee');
    world.clock.moveTo(new Date(new Date(expiresAt).getTime() - 5000));
    expect(await portal.entries(id)).toMatchObject([{ status: 'reserved' }]);
    world.clock.moveTo(new Date(expiresAt));
    expect(await portal.entries(id)).toEqual([{ name: 'ends.ee', status: 'expired' }]);
    const rows = await world.container.database.db
      .selectFrom('reserved_names')
      .select('id')
      .where('name', '=', 'ends.ee')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('makes the name available to others, whose code the old holder never sees', async () => {
    const first = await portal.reserved('next.ee');
    wait(world, 8 * day);
    const second = await portal.reserved('next.ee');
    expect(second.password).not.toBe(first.password);
    expect(await portal.entries(first.id)).toEqual([{ name: 'next.ee', status: 'expired' }]);
    expect(await portal.entries(second.id)).toMatchObject([
      { status: 'reserved', password: second.password },
    ]);
  });

  it('lets the same portal reserve the name again, under another id', async () => {
    const first = await portal.reserved('renewed.ee');
    wait(world, 8 * day);
    const second = await portal.reserved('renewed.ee');
    expect(second.id).not.toBe(first.id);
  });

  it('keeps the local hour when the clocks are changed in between', async () => {
    for (const _ of ['spring', 'autumn']) {
      const change = nextSwitch();
      wait(world, change.getTime() - 2 * day - world.clock.now().getTime());
      const before = world.clock.now();
      const { expiresAt } = await portal.reserved(`switch${change.getTime()}.ee`);
      const local = world.container.calendar.format(before);
      expect(expiresAt.slice(11, 16)).toBe(local.slice(11, 16));
      expect(expiresAt.slice(23)).not.toBe(local.slice(23));
      wait(world, 30 * day);
    }
  });
});
