import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Page } from 'playwright-core';
import { button, dialog, openDialog, invalidField } from './parts.ts';
import { createScreens, type ScreenTexts } from './screen.ts';

const ROWS = [
  'email;prénom;ville;note',
  'ada@customer.test;Ada;Lyon;',
  'zoe.with.a.long.name@a-long-domain-name.test;Zoé;Saint-Rémy-lès-Chevreuse;prefers the phone',
  'nobody;Luc;Paris;',
  'ada@customer.test;Ada;Lyon;',
];
const CONTACTS = [
  'No;Name;Work;Private;Town;Since',
  '1;Zoé;zoe@customer.test;zoe@home.test;Lyon;2024-05-01',
  '2;Luc;;luc@home.test;Paris;2025-01-31',
  '',
  '3;Eve;eve@customer.test;;Saint-Rémy-lès-Chevreuse;2026-07-14',
];
const WORKBOOK = new URL('../../data/contacts.xlsx', import.meta.url);
const UPLOAD = '**/api/upload';
const MIME_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const customerList = (name: string): Buffer =>
  readFileSync(new URL(`../../data/customer-lists/files/${name}`, import.meta.url));
/** Returns a header and a hundred rows; in the first `damaged` rows, a comma moves the address. */
const damagedRows = (damaged: number): string[] => [
  'name,email,status',
  ...Array.from({ length: 100 }, (_, at) =>
    at < damaged ? `Doe, Jane,jane.${at}@customer.test,ok` : `Ada,ada.${at}@customer.test,ok`,
  ),
];

async function choose(
  page: Page,
  t: ScreenTexts,
  name: string,
  content: string | Buffer,
): Promise<void> {
  await page.getByText(t.lists.upload.drop).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: MIME_TYPES[extname(name)] ?? 'text/csv',
    buffer: typeof content === 'string' ? Buffer.from(content) : content,
  });
}

async function chooseList(page: Page, t: ScreenTexts, lines: readonly string[]): Promise<void> {
  await choose(page, t, 'clients.csv', lines.join('\n'));
  await dialog(page).waitFor();
}

async function sendList(page: Page, t: ScreenTexts): Promise<void> {
  await chooseList(page, t, ROWS);
  await button(page, t.lists.upload.send).click();
}

/** Opens the panel of uploads, which is a single line on a phone. */
async function openUploads(page: Page, t: ScreenTexts): Promise<void> {
  const toggle = page.getByRole('button', { name: t.uploads.title });
  // A file that needs the user's decision opens the panel, and a click at that moment closes it
  // again.
  while ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
}

export const uploadScreens = createScreens('beginner', {
  async 'dashboard-dialog-name-of-a-list'(page, t) {
    await chooseList(page, t, ROWS);
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-too-few-credits'(page, t) {
    const addresses = Array.from({ length: 12_480 }, (_, i) => `user.${i}@customer.test`);
    await chooseList(page, t, addresses);
    await dialog(page).getByText(/€/).waitFor();
  },
  async 'dashboard-dialog-another-column'(page, t) {
    await chooseList(page, t, ['name;email', 'Zoé;zoe@customer.test', 'Luc;luc@customer.test']);
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-column-without-address'(page, t) {
    await chooseList(page, t, CONTACTS);
    await dialog(page).getByRole('radio').first().check();
    await dialog(page).getByRole('alert').waitFor();
  },
  async 'dashboard-dialog-encoding'(page, t) {
    await choose(page, t, 'clients.csv', customerList('F14-cp1250.csv'));
    await dialog(page).getByRole('combobox').waitFor();
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-addresses-only'(page, t) {
    await choose(page, t, 'recipients.txt', customerList('F29-outlook-to-line.txt'));
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-damaged-rows'(page, t) {
    await chooseList(page, t, damagedRows(2));
    await dialog(page).getByText('jane.1@customer.test').last().waitFor();
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-misread'(page, t) {
    await chooseList(page, t, damagedRows(30));
    await dialog(page).getByRole('alert').waitFor();
  },
  async 'dashboard-dialog-other-format'(page, t) {
    await choose(page, t, 'contacts.txt', customerList('F22-vcard.txt'));
    await dialog(page).getByRole('alert').waitFor();
  },
  async 'dashboard-dialog-workbook'(page, t) {
    await choose(page, t, 'contacts.xlsx', readFileSync(WORKBOOK));
    await dialog(page).getByRole('combobox').waitFor();
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  async 'dashboard-dialog-old-workbook'(page, t) {
    await choose(page, t, 'contacts.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    await dialog(page).getByRole('alert').waitFor();
  },
  async 'dashboard-dialog-text-around-addresses'(page, t) {
    const cells = Array.from({ length: 60 }, (_, i) => `${i + 1}^N^user.${i}@customer.test`);
    await chooseList(page, t, cells);
    await dialog(page).getByRole('alert').waitFor();
  },
  async 'dashboard-dialog-several-columns'(page, t) {
    await chooseList(page, t, CONTACTS);
    await dialog(page).locator('[aria-busy=false]').waitFor();
  },
  'dashboard-filled-submitted': {
    async prepare(page) {
      const upload = { url: '/faked-storage', fields: {} };
      await page.route(UPLOAD, (route) =>
        route.fulfill({ json: { data: { file_id: 'faked', upload } } }),
      );
      await page.route('**/faked-storage', (route) => route.fulfill({ status: 204 }));
    },
    async reach(page, t) {
      await sendList(page, t);
      await openUploads(page, t);
      await button(page, t.uploads.clear).click();
      await page.getByText(t.lists.upload.submitted).waitFor();
    },
  },
  async 'dashboard-error-file'(page, t) {
    await choose(page, t, 'clients.pdf', '%PDF');
    await page.getByText(t.lists.upload.rejected.type).waitFor();
  },
  'dashboard-error-upload': {
    without: UPLOAD,
    async reach(page, t) {
      await sendList(page, t);
      await openUploads(page, t);
      await page.getByText(t.common.retry, { exact: true }).waitFor();
      // Scroll to the end of the page, where the upload panel does not partly cover a field.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    },
  },
  'dashboard-loading-upload': {
    without: UPLOAD,
    async reach(page, t) {
      await sendList(page, t);
      await page.getByRole('progressbar').waitFor();
    },
  },
  'dashboard-filled-uploads': {
    without: UPLOAD,
    async reach(page, t) {
      const csv = (name: string, lines: readonly string[]) => ({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      });
      const costly = Array.from({ length: 480 }, (_, i) => `user.${i}@customer.test`);
      await page.getByText(t.lists.upload.drop).waitFor();
      await page
        .locator('input[type=file]')
        .setInputFiles([
          csv('clients.csv', ROWS),
          csv('a-name-without-a-space-as-programs-do-2026-11-22.txt', costly),
          csv('photo.jpg', ['JFIF']),
          csv('prospects.csv', ROWS),
          csv('clients.csv', ROWS),
          csv('names.csv', ['email;second', 'zoe@customer.test;luc@customer.test']),
        ]);
      await button(page, t.lists.upload.send).click();
      await openUploads(page, t);
      await page.getByText(t.uploads.phase.unconfirmed, { exact: true }).waitFor();
    },
  },
  'dashboard-dialog-paste': (page, t) => openDialog(page, t.lists.upload.paste),
  async 'dashboard-dialog-nothing-pasted'(page, t) {
    await button(page, t.lists.upload.paste).click();
    await button(page, t.lists.upload.pasteNext).click();
    await invalidField(page).waitFor();
  },
});
