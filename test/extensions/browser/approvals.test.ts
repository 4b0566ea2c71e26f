import { beforeAll, expect, it } from 'vitest';
import { alpha } from '../../support/world.ts';
import { barriers } from './barriers.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;

/** The agent of the sandbox has asked for something, and people decide on it. */
inBrowser('what waits for a person', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);
  const signedIn = async () => {
    const page = await stage.open('/approvals');
    await page.getByLabel('User name').fill('alpha');
    await page.getByLabel('Password').fill('alpha-sandbox');
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  };
  const waiting = async () => {
    const query = '{ approvals(where: { state: { eq: WAITING } }) { nodes { id } } }';
    const { body } = await call(stage, '/graphql', alpha, { query });
    return (body as unknown as { data: { approvals: { nodes: unknown[] } } }).data.approvals.nodes.length;
  };

  it.each([
    [1280, 'light'],
    [360, 'dark'],
  ] as const)(
    'is read at a width of %i in %s without a barrier, in words',
    { timeout: slow },
    async (width, colorScheme) => {
      const page = await stage.open('/sandbox', { viewport: { width, height: 800 }, colorScheme });
      await page.getByRole('link', { name: 'approve what it has asked for' }).click();
      await page.getByRole('heading', { name: 'Sign in to approve' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.getByLabel('User name').fill('alpha');
      await page.getByLabel('Password').fill('alpha-sandbox');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.locator('.card a').first().click();
      await page.getByRole('heading', { name: 'Approve this?' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(await page.locator('.card li').first().innerText()).toMatch(
        /^expires at: \d{4}-\d\d-\d\d \d\d:\d\d \(Europe\/Tallinn\) → \d{4}-/,
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await waiting()).toBe(1);
    },
  );

  it('is not decided by a press within a second after its window has come to the front', {
    timeout: slow,
  }, async () => {
    const page = await signedIn();
    await page.clock.install({ time: new Date('2030-01-01') });
    await page.clock.pauseAt(new Date('2030-01-02'));
    await page.locator('.card a').first().click();
    /** What the page would send is sent nowhere. */
    const areTaken = () =>
      page.evaluate(() =>
        ['approve', 'decline'].map((decision) => {
          const form = document.querySelector<HTMLFormElement>(`form[action$="/${decision}"]`);
          let isTaken = false;
          const look = (event: Event) => {
            isTaken = !event.defaultPrevented;
            event.preventDefault();
          };
          addEventListener('submit', look);
          form?.querySelector('button')?.click();
          removeEventListener('submit', look);
          return isTaken;
        }),
      );
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await areTaken()).toEqual([false, false]);
    await page.clock.runFor(999);
    expect(await areTaken()).toEqual([false, false]);
    await page.clock.runFor(1);
    expect(await areTaken()).toEqual([true, true]);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    expect(await areTaken()).toEqual([false, false]);
    await page.clock.runFor(1000);
    expect(await areTaken()).toEqual([true, true]);
    expect(await waiting()).toBe(1);
  });

  it('is done by the button alone, once, and a page that was left open says so', {
    timeout: slow,
  }, async () => {
    const page = await signedIn();
    await page.locator('.card a').first().click();
    const late = await page.context().newPage();
    await late.goto(page.url());
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('It was done exactly as it was shown.').waitFor();
    expect(await waiting()).toBe(0);
    await late.getByRole('button', { name: 'Approve' }).click();
    await late.getByRole('alert').getByText('already approved').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to approve' }).waitFor();
    expect(stage.complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});
