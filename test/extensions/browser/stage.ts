import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe } from 'vitest';
import type { Container } from '#src/server/container.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { sandbox } from '../../support/sandbox.ts';
import { executable } from './executable.ts';

/** For tests that need a browser: left out where there is none. */
export const inBrowser = describe.runIf(executable !== undefined);

/** The same server by a name that no browser takes for this machine: what it is told over plain http is less. */
export const elsewhere = 'registry.internal';

/**
 * The popup of the address bar, in which nobody types here: two pages for each window, which cost a second of processor. The others are what
 * Playwright switches off (chromiumSwitches.ts), because of two such lists Chromium takes the last one only.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

// As root, in a container, without a screen and without a network. Scrolling is done at once: a key that is pressed while
// Chromium ends a smooth scroll is forgotten by it.
const flags = [
  '--disable-smooth-scrolling',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
  `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`,
];

export interface Stage {
  readonly container: Container;
  readonly url: string;
  /** A page of a person of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** What scripts complained about in the console of any page, and what was fetched from elsewhere. */
  readonly complaints: string[];
}

/** The sandbox with its demo world on a real port, as `npm start` serves it, and a browser to look at it. */
export async function raiseCurtain(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const { container, url } = await sandbox(env);
  const browser: Browser = await chromium.launch({ executablePath: executable ?? '', args: flags });
  atEndOfFile(() => browser.close());
  const complaints: string[] = [];
  return {
    container,
    url,
    complaints,
    open: async (path, options) => {
      const context = await browser.newContext({ ...options, baseURL: url });
      context.setDefaultTimeout(40_000);
      const page = await context.newPage();
      const isOwn = ({ hostname }: URL) => ['', '127.0.0.1', elsewhere].includes(hostname);
      context.on('request', (request) => {
        if (!isOwn(new URL(request.url()))) complaints.push(`${path}: asks for ${request.url()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
      page.on('console', (line) => {
        if (line.type() === 'error') complaints.push(`${path}: ${line.text()}`);
      });
      await page.goto(path);
      await stir(page);
      return page;
    },
  };
}

export async function call(
  stage: Stage,
  path: string,
  authorization: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${stage.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** As everybody's mouse does; GraphiQL starts with it, and otherwise after a pause. */
export const stir = (page: Page): Promise<void> => page.mouse.move(2, 2);

/** Leaves the page and what it has kept of its visitor; its scripts stay compiled, so that the next visit costs half as much. */
export async function leave(page: Page): Promise<void> {
  // Some pages keep something when they are left.
  await page.goto('/livez');
  await page.evaluate(() => {
    for (const kept of [localStorage, sessionStorage]) kept.clear();
  });
  await page.goto('about:blank');
}

/** Requests there wait until they are let go: all, or those whose body has this text. */
export async function holdUp(page: Page, url: string, text = ''): Promise<() => void> {
  let letGo = (): void => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    if ((route.request().postData() ?? '').includes(text)) await free;
    await route.continue();
  });
  return letGo;
}
