import type { Browser, BrowserContext, Page } from 'playwright-core';
import { generatePath } from 'react-router-dom';
import { paths } from '../../../web/src/lib/paths.ts';
import type { Service } from '../../support/stack.ts';
import { findAxeViolations, overflowsHorizontally } from './faults.ts';
import { type PersonaCookies, logInWithCookies } from './people.ts';
import { VIEWPORT_HEIGHT, type Shot, type ScreenView, labelOf, textsOf } from './screen.ts';
import { watchForFaults } from './watch.ts';

/** Number of concurrent pages: one per core of a small machine. */
const CONCURRENCY = 2;

interface Stage {
  readonly browser: Browser;
  readonly service: Service;
  readonly people: PersonaCookies;
}

export async function openView(
  { browser, service }: Pick<Stage, 'browser' | 'service'>,
  { language, theme, width }: ScreenView,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: service.url,
    locale: language,
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: VIEWPORT_HEIGHT },
    // Overrides the language of the account.
    storageState: {
      cookies: [],
      origins: [{ origin: service.url, localStorage: [{ name: 'language', value: language }] }],
    },
  });
  context.setDefaultTimeout(180_000);
  return context;
}

/** Opens the route of a shot and goes to its screen. @throws if the screen does not appear */
export async function openScreen(
  context: BrowserContext,
  { screen, view }: Shot,
  { service, people }: Pick<Stage, 'service' | 'people'>,
): Promise<Page> {
  await logInWithCookies(context, people[screen.persona], service);
  const page = await context.newPage();
  if (screen.without !== undefined)
    await page.route(screen.without, async (route) => {
      if (screen.state === 'error') await route.fulfill({ status: 500, body: '' });
    });
  await screen.prepare?.(page);
  const path = generatePath<string>(paths[screen.route], screen.params);
  await page.goto(`${path}${screen.query ?? ''}`);
  await screen.reach(page, textsOf(view.language));
  return page;
}

/**
 * Opens every shot, and checks it for axe violations, horizontal scrolling, third-party requests,
 * violations of the content security policy, and console errors and warnings.
 * @param onShot called for each shot with its faults
 */
export async function inspectShots(
  shots: readonly Shot[],
  stage: Stage,
  onShot: (shot: Shot, faults: readonly string[], page?: Page) => Promise<void>,
): Promise<number> {
  const remaining = shots.values();
  let count = 0;
  const work = async (): Promise<void> => {
    for (const shot of remaining) {
      await using context = await openView(stage, shot.view);
      const watched = watchForFaults(context, stage.service.url);
      try {
        const page = await openScreen(context, shot, stage);
        const faults = [
          ...((await overflowsHorizontally(page)) ? ['scrolls sideways'] : []),
          ...(await findAxeViolations(page, shot.screen.state === 'loading')),
          ...watched(shot.screen.state === 'error'),
        ];
        count += faults.length;
        await onShot(shot, faults, page);
        // Leaves the page to cancel pending requests, which would reach the stack once routes are
        // removed.
        await page.goto('about:blank');
        // The page may have a poll whose response is faked and still pending.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      } catch (error) {
        count += 1;
        await onShot(shot, [`${labelOf(shot)} was not reached: ${String(error)}`]);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return count;
}
