import type { Page } from 'playwright-core';

/** The bound of Core Web Vitals for a good page is 0.1 (https://web.dev/articles/cls); ours is less. */
export const MAX_SHIFT = 0.02;

/**
 * Records what moves on the pages that are opened from now on. Fonts are not loaded: where they
 * arrive after the words they move them, if no fallback of their size is installed.
 * @returns what tells the sum of the shifts on the present page, as Cumulative Layout Shift is
 *   counted but for its windows of time
 */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
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
