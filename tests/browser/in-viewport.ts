import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that an element is completely inside the window, and that nothing covers its center. */
export async function expectInViewport(locator: Locator, when = ''): Promise<void> {
  await locator.waitFor();
  const fault = await locator.evaluate((element) => {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
      return `at ${left},${top} to ${right},${bottom} in ${innerWidth} × ${innerHeight}`;
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return element.contains(shown) ? '' : `covered by ${shown?.outerHTML.slice(0, 200)}`;
  });
  expect(fault && `${when}: ${fault}`).toBe('');
}
