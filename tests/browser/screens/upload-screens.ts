import type { Page } from 'playwright-core';
import { button, dialog, refusedField } from './parts.ts';
import type { Screen, Texts } from './screen.ts';

const ROWS = [
  'email;prénom;ville;note',
  'ada@customer.test;Ada;Lyon;',
  'zoe.with.a.long.name@a-long-domain-name.test;Zoé;Saint-Rémy-lès-Chevreuse;prefers the phone',
  'nobody;Luc;Paris;',
  'ada@customer.test;Ada;Lyon;',
];

/** Chooses a file of such lines, once the page takes one. */
async function choose(page: Page, t: Texts, lines: readonly string[]): Promise<void> {
  await page.getByText(t.lists.upload.drop).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await dialog(page).waitFor();
}

const filled = (page: Page) => dialog(page).locator('dl[aria-busy=false]').waitFor();

/** The ways to send a list. */
export const uploadScreens: readonly Screen[] = [
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'name-of-a-list',
    person: 'beginner',
    async reach(page, t) {
      await choose(page, t, ROWS);
      await filled(page);
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'too-few-credits',
    person: 'beginner',
    async reach(page, t) {
      await choose(
        page,
        t,
        Array.from({ length: 12_480 }, (_, i) => `user.${i}@customer.test`),
      );
      await dialog(page).getByRole('link', { name: t.lists.preflight.plans }).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'another-column',
    person: 'beginner',
    async reach(page, t) {
      await choose(page, t, ['name;email', 'Zoé;zoe@customer.test', 'Luc;luc@customer.test']);
      await dialog(page).getByRole('alert').waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'error',
    detail: 'file',
    person: 'beginner',
    async reach(page, t) {
      await page.getByText(t.lists.upload.drop).waitFor();
      await page.locator('input[type=file]').setInputFiles({
        name: 'clients.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF'),
      });
      await page.getByText(t.lists.upload.rejected.type).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'error',
    detail: 'upload',
    person: 'beginner',
    without: '**/api/upload',
    async reach(page, t) {
      await choose(page, t, ROWS);
      await button(page, t.lists.upload.send).click();
      await button(page, t.common.retry).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'loading',
    detail: 'upload',
    person: 'beginner',
    without: '**/api/upload',
    async reach(page, t) {
      await choose(page, t, ROWS);
      await button(page, t.lists.upload.send).click();
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'paste',
    person: 'beginner',
    async reach(page, t) {
      await button(page, t.lists.upload.paste).click();
      await dialog(page).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'nothing-pasted',
    person: 'beginner',
    async reach(page, t) {
      await button(page, t.lists.upload.paste).click();
      await button(page, t.lists.upload.pasteNext).click();
      await refusedField(page).waitFor();
    },
  },
];
