import type { Locator, Page } from 'playwright-core';

/** Visible toasts, newest first, in the last element of the app on every page. */
export const toastsOf = (page: Page): Locator => page.locator('#root > :last-child > [role]');

/** Waits until a toast has this text. */
export const waitForToast = (page: Page, text: string): Promise<void> =>
  toastsOf(page).getByText(text, { exact: true }).first().waitFor();
