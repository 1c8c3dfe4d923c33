import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** WCAG 2.0 to 2.2 A and AA, and the good practices of axe. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 900;

/** A phone and a laptop. */
export const WIDTHS = [375, 1280] as const;
/** WCAG 1.4.10: a page of this width needs no horizontal scrolling. */
const NARROWEST = 320;

/** Checks the current screen in both themes at each width, and fails with a list of all faults. */
export async function lookOver(
  page: Page,
  screen: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  const faults: string[] = [];
  for (const width of [NARROWEST, ...widths]) {
    await page.setViewportSize({ width, height: HEIGHT });
    if (await scrollsSideways(page)) faults.push(`${width} px: scrolls sideways`);
    if (width === NARROWEST) continue;
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      for (const violation of await violations(page))
        faults.push(`${width} px, ${theme}: ${violation}`);
    }
  }
  expect.soft(faults, screen).toEqual([]);
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  );

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (values) => {
    const { axe: runner } = globalThis as unknown as { axe: typeof axe };
    return runner.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
  }, RULES);
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? help}`),
  );
}
