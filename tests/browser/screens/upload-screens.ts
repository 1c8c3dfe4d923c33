import type { Page } from 'playwright-core';
import { button, dialog, openDialog, refusedField } from './parts.ts';
import { screensOf, type Texts } from './screen.ts';

const ROWS = [
  'email;prénom;ville;note',
  'ada@customer.test;Ada;Lyon;',
  'zoe.with.a.long.name@a-long-domain-name.test;Zoé;Saint-Rémy-lès-Chevreuse;prefers the phone',
  'nobody;Luc;Paris;',
  'ada@customer.test;Ada;Lyon;',
];
const UPLOAD = '**/api/upload';

/** Chooses a file, once the page takes one. */
async function choose(page: Page, t: Texts, name: string, content: string): Promise<void> {
  await page.getByText(t.lists.upload.drop).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/pdf',
    buffer: Buffer.from(content),
  });
}

/** Chooses a list of such lines. */
async function chooseList(page: Page, t: Texts, lines: readonly string[]): Promise<void> {
  await choose(page, t, 'clients.csv', lines.join('\n'));
  await dialog(page).waitFor();
}

async function sendList(page: Page, t: Texts): Promise<void> {
  await chooseList(page, t, ROWS);
  await button(page, t.lists.upload.send).click();
}

/** The ways to send a list. */
export const uploadScreens = screensOf('beginner', {
  async 'dashboard-dialog-name-of-a-list'(page, t) {
    await chooseList(page, t, ROWS);
    await dialog(page).locator('dl[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-too-few-credits'(page, t) {
    const addresses = Array.from({ length: 12_480 }, (_, i) => `user.${i}@customer.test`);
    await chooseList(page, t, addresses);
    await dialog(page).getByRole('link', { name: t.lists.preflight.plans }).waitFor();
  },
  async 'dashboard-dialog-another-column'(page, t) {
    await chooseList(page, t, ['name;email', 'Zoé;zoe@customer.test', 'Luc;luc@customer.test']);
    await dialog(page).getByRole('alert').waitFor();
  },
  async 'dashboard-error-file'(page, t) {
    await choose(page, t, 'clients.pdf', '%PDF');
    await page.getByText(t.lists.upload.rejected.type).waitFor();
  },
  'dashboard-error-upload': {
    without: UPLOAD,
    async reach(page, t) {
      await sendList(page, t);
      await button(page, t.common.retry).waitFor();
    },
  },
  'dashboard-loading-upload': {
    without: UPLOAD,
    async reach(page, t) {
      await sendList(page, t);
      await page.getByRole('progressbar').waitFor();
    },
  },
  'dashboard-dialog-paste': (page, t) => openDialog(page, t.lists.upload.paste),
  async 'dashboard-dialog-nothing-pasted'(page, t) {
    await button(page, t.lists.upload.paste).click();
    await button(page, t.lists.upload.pasteNext).click();
    await refusedField(page).waitFor();
  },
});
