import type { Locator, Page } from 'playwright-core';

/** Finds the visible toasts, newest first. */
export const toastsOf = (page: Page): Locator => page.locator('[class*=_toasts_] > [role]');

export const waitForToast = (page: Page, text: string): Promise<void> =>
  toastsOf(page).getByText(text, { exact: true }).first().waitFor();
