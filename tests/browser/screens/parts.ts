import type { Locator, Page } from 'playwright-core';

/** Parts of a page, found by their visible names. */

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });

export const invalidField = (page: Page): Locator => page.locator('[aria-invalid=true]').first();

export async function openDialog(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await dialog(page).waitFor();
}

export const busyElement = (page: Page): Locator =>
  page.locator('[aria-busy=true]').filter({ visible: true }).first();

export const formError = (page: Page): Locator => page.locator('form > p').first();
