import { afterEach, describe, expect, it } from 'vitest';
import { writePages } from '#src/base/paged-text.ts';
import { type Place, ReaderPlaces } from '#src/extensions/workshop/questions/reader-places.ts';

/** Who is sent a whole list of a published question, when more readers come than there are places. */

const open: Place[] = [];
afterEach(() => {
  for (const place of open.splice(0)) place.leave();
});
async function take(places: ReaderPlaces, network: string): Promise<Place> {
  const place = await places.take(network);
  if (typeof place === 'string') throw new Error(place);
  open.push(place);
  return place;
}

describe('a place for a reader', () => {
  it('is free for two networks, and each network has one', async () => {
    const places = new ReaderPlaces({ longestWaitMs: 10 });
    const first = await take(places, 'a');
    await expect(take(places, 'a')).rejects.toThrow('your network');
    await take(places, 'b');
    await expect(take(places, 'c')).rejects.toThrow('other readers');
    first.leave();
    first.leave();
    await take(places, 'c');
    expect([places.open, places.waiting]).toEqual([2, 0]);
  });

  it('is given in the order in which readers came, and past those whose network has one', async () => {
    const places = new ReaderPlaces();
    const [a, b] = [await take(places, 'a'), await take(places, 'b')];
    const came: string[] = [];
    const wait = (network: string, name: string) =>
      take(places, network).then((place) => {
        came.push(name);
        return place;
      });
    const [secondOfA, c, d] = [wait('a', 'second of a'), wait('c', 'c'), wait('d', 'd')];
    b.leave();
    (await c).leave();
    await d;
    a.leave();
    await secondOfA;
    expect(came).toEqual(['c', 'd', 'second of a']);
  });

  it('is not waited for by any number of readers', async () => {
    const places = new ReaderPlaces({ mostWaiting: 3, mostWaitingOfNetwork: 2 });
    const first = await take(places, 'a');
    const waiting = [take(places, 'a'), take(places, 'a')];
    await expect(take(places, 'a')).rejects.toThrow('your network');
    await take(places, 'b');
    waiting.push(take(places, 'c'));
    await expect(take(places, 'd')).rejects.toThrow('other readers');
    first.leave();
    await Promise.all(waiting.map(async (one) => (await one).leave()));
  });

  it('is lost by the reader who has been waited for longest, once somebody else waits for it', async () => {
    const places = new ReaderPlaces({ slowMs: 50 });
    const [slow, quick] = [await take(places, 'slow'), await take(places, 'quick')];
    let ended = false;
    const text = writePages<number>(0, {
      longestMs: 60_000,
      hasNext: () => true,
      next: async (page) => page + 1,
      stopReason: async () => undefined,
      write: String,
      stopped: (why) => why,
      pause: (stop) => slow.pause(stop),
      end: async () => {
        ended = true;
        slow.leave();
      },
    });
    expect((await text.next()).value).toBe('0');
    await expect.poll(() => slow.waitedMs).toBeGreaterThan(50);
    // One reads at last, and is waited for again.
    expect((await text.next()).value).toBe('1');
    expect(slow.waitedMs).toBeGreaterThan(50);
    // Another list of its own network is no reason, nor is time by itself.
    const own = take(places, 'slow');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(ended).toBe(false);
    const other = take(places, 'other');
    await other;
    expect(ended).toBe(true);
    expect((await text.next()).value).toBe('others are waiting, and the reader is slow');
    expect((await text.next()).done).toBe(true);
    expect(places.waiting).toBe(1);
    quick.leave();
    await own;
  });
});
