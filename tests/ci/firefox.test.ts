import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { COMMON_SCENARIOS, assertRightToLeft } from '../browser/forms/scenarios.ts';
import { FORMS } from '../browser/forms/serve-form.ts';
import { waitForCode, CUSTOMER_PASSWORD, signUp, waitUntil } from '../support/customer.ts';
import { listAddresses } from '../support/mailnet.ts';
import { startStack, type TestStack } from '../support/stack.ts';
import { byRole, type PageUser, startFirefox, createPageUser } from './firefox/browser.ts';

/** Tests the main tasks of users in Firefox; `npm test` covers these and more in Chromium. */

/** Time limit for the list, much longer than it usually takes, for a busy machine. */
const LIST_TIMEOUT_MS = 600_000;
vi.setConfig({ testTimeout: 2 * LIST_TIMEOUT_MS });
const ADMIN = { email: 'admin@tamis.test', password: 'Admin1234' };

const downloads = mkdtempSync(join(tmpdir(), 'tamis-firefox-'));
let stack: TestStack;
let firefox: Browser;
let context: BrowserContext;
let page: Page;
let user: PageUser;
let errors: string[];

beforeAll(async () => {
  firefox = await startFirefox(downloads);
  stack = await startStack();
});
afterAll(async () => {
  await stack.stop();
  await firefox.close();
  rmSync(downloads, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await firefox.createBrowserContext();
  page = await context.newPage();
  page.setDefaultTimeout(180_000);
  user = createPageUser(page);
  errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  assert.deepEqual(errors, [], 'browser console messages');
});

const open = (path: string) => page.goto(stack.url + path);

async function logIn({ email, password }: typeof ADMIN): Promise<void> {
  await open(paths.login);
  await user.fill('Email', email);
  await user.fill('Password', password);
  await user.press('Log in');
}

it('signs up, uploads a list and downloads the same file as the API returns', async () => {
  const email = 'journey@customer.test';
  await open(paths.signup);
  await user.fill('First name', 'Ada');
  await user.fill('Last name', 'Martin');
  await user.fill('Email', email);
  await user.fill('Password', CUSTOMER_PASSWORD);
  await user.fill('Confirm password', CUSTOMER_PASSWORD);
  await user.tick('I accept the general conditions');
  await user.tick('I am not a robot');
  await user.read('Checked. Thank you.');
  await user.press('Create my account');

  await user.see('heading', 'Enter your code');
  await page.locator(byRole('textbox', 'Digit 1 of 4')).click();
  await page.keyboard.type(await waitForCode(stack, email));
  await user.see('heading', 'General conditions');
  await user.press('I accept');

  await user.read('100 credits available');
  const input = await page.waitForSelector('input[type=file]');
  const sample = join(downloads, 'customers.csv');
  writeFileSync(sample, ['email', ...listAddresses(1, 40)].join('\n'));
  await input?.uploadFile(sample);
  await user.fill('List name', 'Clients été');
  await user.press('Verify this list');
  await user.read('List received.');
  page.setDefaultTimeout(LIST_TIMEOUT_MS);
  await user.press('Download the result of Clients été');

  const file = join(downloads, 'Clients été.csv');
  await waitUntil(
    async () => existsSync(file) && !existsSync(`${file}.part`) && readFileSync(file).length,
    (length) => Number(length) > 0,
  );
  const { data: session } = await stack
    .client()
    .login({ body: { email, password: CUSTOMER_PASSWORD } });
  const api = stack.client({ session });
  const [list] = (await api.listFiles()).data.data;
  const result = await api.download({ body: { file_id: list?.file_id ?? '', type: 'all' } });
  if (result.kind !== 'file') throw new Error('expected a small result in the response');
  expect(readFileSync(file).equals(Buffer.from(await result.blob.arrayBuffer()))).toBe(true);
});

it('buys a pack on the checkout page and returns to its credits', async () => {
  const email = 'buys@customer.test';
  await signUp(stack, email);
  await logIn({ email, password: CUSTOMER_PASSWORD });
  await user.see('heading', 'Verify email');
  await open(paths.pricing);
  await user.follow('Buy 1,000 credits');
  await user.read('Test mode');
  await user.press('Pay €5.00');
  await user.read('Thank you.');
  await user.read('1,100 credits available');
  const { data: session } = await stack
    .client()
    .login({ body: { email, password: CUSTOMER_PASSWORD } });
  const billings = await stack.client({ session }).billings();
  expect(billings.data.data).toMatchObject([{ no_of_credit: 1000, price: '€5.00' }]);
});

it('deactivates and activates a customer as an administrator', async () => {
  await signUp(stack, 'blocked@customer.test');
  await logIn(ADMIN);
  await user.fill(
    'Search by name, email, list ID, invoice number or Stripe ID',
    'blocked@customer.test',
  );
  // The search starts a second after the last keystroke. It reloads the rows and closes their
  // dialogs, so the test waits for it.
  await waitUntil(
    async () => page.url(),
    (url) => url.includes('search=blocked'),
  );
  const toggle = page.locator(byRole('switch', 'Ada Martin is active'));
  await toggle.click();
  await user.press('Deactivate');
  await user.read('User has been Deactivated successfully');
  const tried = { email: 'blocked@customer.test', password: CUSTOMER_PASSWORD };
  await expect(stack.client().login({ body: tried })).rejects.toMatchObject({ status: 403 });
  await toggle.click();
  await user.read('User has been activated successfully');
  await stack.client().login({ body: tried });
});

describe.each(FORMS)('a customer’s form (%s)', (name) => {
  it.each(COMMON_SCENARIOS)('%s', (_, assertForm) => assertForm(page, stack, name));
});

it('aligns the note with the start of a right-to-left page', () =>
  assertRightToLeft(page, stack, 'plain'));
