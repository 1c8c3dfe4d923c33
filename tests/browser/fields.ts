import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Waits until a page's invalid fields and their messages are as expected.
 * @param expected the message by field label, or a matcher
 */
export async function expectErrors(page: Page, expected: unknown): Promise<void> {
  await expect.poll(() => errorsOf(page)).toEqual(expected);
}

const errorsOf = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('[aria-invalid=true]')
    .evaluateAll((controls) =>
      Object.fromEntries(
        controls.map(({ id }) => [
          document.querySelector(`label[for="${id}"]`)?.textContent ?? id,
          document.getElementById(`${id}-error`)?.textContent ?? '',
        ]),
      ),
    );
