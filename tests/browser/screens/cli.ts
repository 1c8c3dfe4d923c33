import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { startStack } from '../../support/stack.ts';
import { startChromium } from '../chromium.ts';
import { screens } from './all-screens.ts';
import { inspectShots } from './inspect.ts';
import { createPersonas } from './people.ts';
import { LAPTOP, type Shot, createAllShots, labelOf } from './screen.ts';

const USAGE = `npm run screens -- [--readme] [NAME…]

Takes a screenshot of every screen in both languages, both themes and both widths, and checks each
for accessibility (axe), horizontal scrolling, third-party requests, violations of the content
security policy, and console messages. Exits with 1 if it finds any.

NAME      only screens whose name contains it, such as dashboard or pricing-error
--readme  only the screenshots in README.md and docs/product.md, which are written to docs/

The screenshots are written to screens/, named after the screen.`;

const FOLDER = 'screens';

/** Screenshots for the docs: in English, in the light theme, at laptop width. */
const README: Readonly<Record<string, string>> = {
  'dashboard-filled': 'docs/dashboard.png',
  'pricing-filled': 'docs/pricing.png',
  'adminDashboard-filled': 'docs/admin.png',
};
/** Maximum height of these screenshots in CSS pixels. It cuts the prices between two rows. */
const README_HEIGHT = 1350;
const isInReadme = ({ screen, view: { language, theme, width } }: Shot): boolean =>
  screen.name in README && language === 'en' && theme === 'light' && width === LAPTOP;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

async function main(): Promise<number> {
  const chosen = screens.filter(
    (screen) => positionals.length === 0 || positionals.some((part) => screen.name.includes(part)),
  );
  if (chosen.length === 0) throw new Error(`there is no screen ${positionals.join(', ')}`);
  const shots = createAllShots(chosen).filter((shot) => !values.readme || isInReadme(shot));

  await using running = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tamis-chromium-'));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startChromium(folder);
  running.defer(() => server.close());
  const service = running.use(await startStack());
  const browser = await chromium.connect(server.wsEndpoint());
  running.defer(() => browser.close());
  const people = await createPersonas(service, browser, 'pictures');

  let done = 0;
  const count = await inspectShots(
    shots,
    { browser, service, people },
    async (shot, faults, page) => {
      done += 1;
      const path = screenshotPath(shot);
      console.log(`${done}/${shots.length} ${labelOf(shot)}`);
      for (const fault of faults) console.log(`  ${fault}`);
      mkdirSync(dirname(path), { recursive: true });
      if (values.readme && page) await fitWindow(page);
      await page?.screenshot({ path, fullPage: !values.readme });
    },
  );
  console.log(`${shots.length} pictures, ${count} faults`);
  return count === 0 ? 0 : 1;
}

/**
 * Makes the window as tall as its page, up to README_HEIGHT, because some elements have the
 * window's height.
 */
async function fitWindow(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: LAPTOP, height: Math.min(height, README_HEIGHT) });
}

function screenshotPath({ screen, view }: Shot): string {
  const shown = values.readme ? README[screen.name] : undefined;
  return shown ?? join(FOLDER, screen.name, `${view.language}-${view.theme}-${view.width}.png`);
}

if (values.help) console.log(USAGE);
else process.exitCode = await main();
