import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the invalid fields have the `expected` messages, by field label. */
export async function expectFieldErrors(page: Page, expected: unknown): Promise<void> {
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
