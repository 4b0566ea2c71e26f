import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { raiseCurtain, type Stage } from './stage.ts';

const folder = new URL('../../../docs/guides/', import.meta.url);

/** The pictures of the guides, as GraphiQL saves them: `npm run pictures` draws them anew. */
describe.runIf(process.env.PICTURES)('pictures of the guides', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  });

  it('are drawn', { timeout: 300_000 }, async () => {
    const guide = await stage.open('/guides/analysts');
    const links = await guide.getByRole('link', { name: 'Open it in GraphiQL' }).all();
    const all = await Promise.all(links.map((link) => link.getAttribute('href')));
    const targets = all.filter((target) => target?.includes('view='));
    expect(targets.length).toBeGreaterThan(11);
    const page = await stage.open('/graphql', { viewport: { width: 1500, height: 900 } });
    for (const target of targets) {
      await page.goto('about:blank');
      await page.goto(String(target));
      await page.getByRole('button', { name: /execute query/i }).click();
      if (target?.includes('view=chart')) {
        await page.locator('#picture svg').first().waitFor();
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save SVG' }).click();
        const download = await saved;
        copyFileSync(await download.path(), new URL(`images/${download.suggestedFilename()}`, folder));
      } else {
        const name = /query (\w+)/.exec(decodeURIComponent(String(target)).replaceAll('+', ' '))?.[1] ?? '';
        const file = `images/${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.png`;
        const table = page.locator('#table-view table');
        await table.waitFor();
        // The first rows say what it is.
        await table.evaluate((one) => {
          for (const row of [...one.querySelectorAll('tbody tr')].slice(8)) row.remove();
        });
        await table.screenshot({ path: fileURLToPath(new URL(file, folder)) });
      }
    }
  });
});
