import type { Page } from 'playwright-core';

/**
 * Limit for the layout shift of a page. Core Web Vitals allow a good page 0.1
 * (https://web.dev/articles/cls); we allow less.
 */
export const MAX_LAYOUT_SHIFT = 0.02;

/**
 * Records layout shifts on pages that are opened afterwards. Fonts are not loaded: a font that
 * arrives after the text moves it, unless a fallback font of the same size is installed.
 * @returns a function that sums the shifts on the current page, like Cumulative Layout Shift
 *   without its time windows
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
    );
}
