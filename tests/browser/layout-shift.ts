import type { Page } from 'playwright-core';

/** Core Web Vitals limit a good page to 0.1 (https://web.dev/articles/cls); we allow less. */
export const MAX_SHIFT = 0.02;

/**
 * Records layout shifts on pages opened from now on. Fonts are not loaded: if they arrive after the
 * text they move it, unless a fallback of their size is installed.
 * @returns a function that sums the shifts on the present page, like Cumulative Layout Shift
 * without its time windows
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
