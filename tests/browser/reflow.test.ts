import { chromium, type Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { LANGUAGES } from '../../shared/model/account.ts';
import { connectToStack } from '../support/stack.ts';
import { isNightly } from '../support/tier.ts';
import { screens } from './screens/all-screens.ts';
import { overflowsHorizontally } from './screens/faults.ts';
import { openView, openScreen } from './screens/inspect.ts';
import { createPersonas } from './screens/people.ts';
import { getCurrentRotation, PHONE, type Screen } from './screens/screen.ts';

/** Tests the app with settings that people with low vision or motion sensitivity use. */

/** Width at which a page must need no horizontal scrolling (WCAG 1.4.10). */
const NARROWEST = 320;
const HEIGHT = 800;

/** One filled screen of each route, and every dialog; except in nightly runs, half of these. */
const rotation = getCurrentRotation();
const chosen = screens
  .filter(
    ({ route, state }, place) =>
      state === 'dialog' ||
      screens.findIndex((other) => other.route === route && other.state === 'filled') === place,
  )
  .filter((_, place) => isNightly || place % 2 === rotation % 2);

type Fault = string | false;

/** Checks of the current screen, one per setting. */
const settings: Readonly<Record<string, (page: Page) => Promise<Fault>>> = {
  async '320 px'(page) {
    await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
    return (await overflowsHorizontally(page)) && 'scrolls sideways';
  },
  async 'text at 200 %'(page) {
    await page.setViewportSize({ width: 1280, height: HEIGHT });
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const cut = await textCut(page);
    return (
      ((await overflowsHorizontally(page)) && 'scrolls sideways') || (cut !== '' && `cuts ${cut}`)
    );
  },
  async 'reduced motion'(page) {
    const moving = await page.evaluate(() => document.getAnimations().length);
    return moving > 0 && `${moving} animations`;
  },
  async 'forced colours'(page) {
    await page.emulateMedia({ forcedColors: 'active' });
    const lost = await controlsWithoutEdge(page);
    return lost !== '' && `no visible edge around ${lost}`;
  },
  async paper(page) {
    await page.emulateMedia({ media: 'print', forcedColors: 'none' });
    const ground = await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
      return getComputedStyle(document.documentElement).backgroundColor;
    });
    const layout = page.locator('[lang=fr][aria-pressed]').filter({ visible: true });
    const shown = (await layout.count()) > 0;
    return (
      (ground !== 'rgb(255, 255, 255)' && `prints with the background ${ground}`) ||
      (shown && 'prints the header of the screen')
    );
  },
};

/** Finds buttons and headings whose text does not fit in their box. */
const textCut = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, h1, h2, h3, label')]
      .filter((element) => {
        const { overflow } = getComputedStyle(element);
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        return (
          overflow === 'hidden' &&
          clientWidth > 1 &&
          (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
        );
      })
      .map(({ textContent }) => textContent)
      .join(', '),
  );

/** Finds fields that have no border in forced colors. Skips types that browsers draw. */
const controlsWithoutEdge = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=file], [type=checkbox], [type=radio], [type=range], [type=hidden]), select',
      ),
    ]
      .filter((element) => {
        const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
        return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) === 0;
      })
      .map((element) => element.id || element.outerHTML.slice(0, 60))
      .join(', '),
  );

test('every route is usable with every setting', async () => {
  const service = connectToStack(inject('home'));
  const browser = await chromium.connect(inject('browser'));
  const people = await createPersonas(service, browser, 'reflow');
  const stage = { browser, service, people };
  const found: string[] = [];
  for (const [place, screen] of chosen.entries()) {
    const width = screen.widths?.[0] ?? PHONE;
    // To save time, alternates between languages instead of testing each screen in both.
    const language = LANGUAGES[place % LANGUAGES.length] ?? 'fr';
    const view = { language, theme: 'light', width } as const;
    await using context = await openView(stage, view);
    const page = await openScreen(context, { screen, view }, stage);
    for (const [setting, findFault] of Object.entries(settings)) {
      if (!appliesTo(screen, setting)) continue;
      const fault = await findFault(page);
      if (fault !== false) found.push(`${screen.name}, ${setting}: ${fault}`);
    }
  }
  await browser.close();
  expect(found).toEqual([]);
});

/**
 * Whether a setting applies to a screen. `text at 200 %` widens the window, so it does not apply to
 * screens of certain widths, such as the phone menu.
 */
const appliesTo = ({ widths }: Screen, setting: string): boolean =>
  widths === undefined || setting !== 'text at 200 %';
