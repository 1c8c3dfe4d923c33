import type { Locator, Page } from 'playwright-core';

/** The toasts that are shown, newest first: the last element of the app, whatever the page. */
export const toastsOf = (page: Page): Locator => page.locator('#root > :last-child > [role]');

/** Waits for a toast with this text, and for no other. */
export const waitForToast = (page: Page, text: string): Promise<void> =>
  toastsOf(page).getByText(text, { exact: true }).first().waitFor();
