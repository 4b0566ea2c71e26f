import { beforeAll, expect, it } from 'vitest';
import { barriers } from './barriers.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;

inBrowser('the page for files of changes', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  const alpha = `Basic ${btoa('alpha:alpha-sandbox')}`;
  const signedIn = async (options = {}) => {
    const page = await stage.open('/changes', options);
    await page.getByLabel('User').fill('alpha');
    await page.getByLabel('Password').fill('alpha-sandbox');
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as alpha of ALPHA').waitFor();
    return page;
  };

  it('shows each row, applies exactly that, and says what has changed meanwhile', {
    timeout: slow,
  }, async () => {
    const page = await signedIn();
    const said = () => page.locator('#said').textContent();
    await page
      .getByLabel('or paste it')
      .fill(
        'action,domain,period,nameservers\nrenew,kevad.ee,1y\nnameservers,talv.ee,,ns1.alpha.example ns2.alpha.example',
      );
    await page.getByRole('button', { name: 'Show what it does' }).click();
    await expect.poll(said).toBe('2 rows, 10.00 EUR. Notified: nobody. Nothing has been done yet.');
    expect(await page.getByRole('row', { name: /kevad\.ee/ }).textContent()).toMatch(
      /10\.00.*expiresAt: .* → /,
    );

    const nameservers = [{ hostname: 'ns9.alpha.example' }];
    const added = await call(stage, '/registry/v1/domains/talv.ee/nameservers', alpha, { nameservers });
    expect(added.status).toBe(200);
    await page.getByRole('button', { name: 'Apply exactly this' }).click();
    await expect.poll(said).toMatch(/^Nothing was done, .* meanwhile \(line 3\)/);

    await page.getByLabel('or paste it').fill('action,domain,period\nrenew,kevad.ee,1y');
    expect(await page.getByRole('button', { name: 'Apply exactly this' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show what it does' }).click();
    // It is done, and its answer is lost: applied once more, it is not done twice.
    await page.route('**/graphql', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Apply exactly this' }).click();
    await expect.poll(said).toMatch(/^No answer came, so it may have been done/);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Apply exactly this' }).click();
    await expect.poll(said).toBe('Done: 1 row, 10.00 EUR.');
    // Once more is too early, and the row says from which day on it is not.
    await page.getByRole('button', { name: 'Show what it does' }).click();
    await page
      .getByRole('row', { name: /kevad\.ee/ })
      .getByText(/It can be renewed from \d{4}-\d\d-\d\d/)
      .waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => page.getByLabel('or paste it').inputValue()).toBe('');
    // The browser itself complains of the lost answer.
    stage.complaints.length = 0;
  });

  it('shows mistakes of a chosen file, and rows that are refused, on a phone and in dark colours', {
    timeout: slow,
  }, async () => {
    const page = await signedIn({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const buffer = Buffer.from('action,domain,period\nrenew,talv.ee,2m\n');
    await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await expect.poll(() => page.getByLabel('or paste it').inputValue()).toContain('talv.ee');
    // By keyboard alone.
    await page.getByRole('button', { name: 'Show what it does' }).press('Enter');
    await page.getByText('Line 2, column 3 (period)').waitFor();
    expect(await page.getByRole('button', { name: 'Apply exactly this' }).isVisible()).toBe(false);

    await page.getByLabel('or paste it').fill('action,domain,period\nrenew,talv.ee,1y\nrenew,nobodys.ee,1y');
    await page.getByRole('button', { name: 'Show what it does' }).press('Enter');
    await page.getByText('1 row cannot be done, so nothing will be').waitFor();
    expect(await page.getByRole('button', { name: 'Apply exactly this' }).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
  });

  it('asks who it is before anything else, and complains of nothing', { timeout: slow }, async () => {
    const page = await stage.open('/changes');
    await page.getByRole('button', { name: 'Show what it does' }).click();
    await page.getByText('Please sign in first.').waitFor();
    expect(stage.complaints).toEqual([]);
  });
});
