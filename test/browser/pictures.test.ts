import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { raiseCurtain, type Stage } from './stage.ts';

const folder = new URL('../../docs/guides/', import.meta.url);

/** The pictures of the guides, as GraphiQL saves them: `npm run pictures` draws them anew. */
describe.runIf(process.env.PICTURES)('pictures of the guides', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  });

  it('are drawn', { timeout: 300_000 }, async () => {
    const guide = await stage.open('/guides/analysts');
    const links = await guide.getByRole('link', { name: 'Open it in GraphiQL' }).all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    const charts = targets.filter((target) => target?.includes('view=chart'));
    expect(charts.length).toBeGreaterThan(0);
    const page = await stage.open('/graphql', { viewport: { width: 1500, height: 900 } });
    for (const target of charts) {
      await page.goto('about:blank');
      await page.goto(String(target));
      await page.getByRole('button', { name: /execute query/i }).click();
      await page.locator('#picture svg').first().waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save SVG' }).click();
      const download = await saved;
      writeFileSync(
        new URL(`images/${download.suggestedFilename()}`, folder),
        `${readFileSync(await download.path(), 'utf8')}\n`,
      );
    }
  });
});
