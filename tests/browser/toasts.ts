import type { Locator, Page } from 'playwright-core';

/** Visible toasts, newest first; on every page, they are in the last element of the app. */
export const toastsOf = (page: Page): Locator => page.locator('#root > :last-child > [role]');

export const waitForToast = (page: Page, text: string): Promise<void> =>
  toastsOf(page).getByText(text, { exact: true }).first().waitFor();
