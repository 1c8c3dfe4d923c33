import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns axe's violations on the screen, one per line.
 * @param loading whether the page is loading, so that it may lack a heading
 */
export async function findAxeViolations(page: Page, loading: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ([values, headed]) => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe };
      return runner.run({
        runOnly: { type: 'tag', values },
        rules: { 'page-has-heading-one': { enabled: headed } },
        resultTypes: ['violations'],
      });
    },
    [RULES, !loading] as const,
  );
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? help}`),
  );
}

/** Whether the page, or a dialog on it, is wider than the window (WCAG 1.4.10). */
export const overflowsHorizontally = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  );
