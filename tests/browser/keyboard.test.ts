import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { CUSTOMER_PASSWORD, waitForCode, uploadList, waitForStatus } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { t } from './english.ts';
import { DEMO_ADMIN, logInAsDemoAccount } from './demo.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** Tasks completed without a mouse. Every control must be reachable with Tab and show its focus. */

/** More tab stops than any page has. */
const MAX_STOPS = 60;

interface Stop {
  readonly name: string;
  /** Whether the focused element has an outline of at least 2 px. */
  readonly visible: boolean;
  /** Whether any part of the control is inside the viewport. */
  readonly shown: boolean;
}

async function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const labels = isField ? [...(element.labels ?? [])] : [];
    const named = element.getAttribute('aria-label') ?? labels[0]?.textContent;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return {
      name: (named ?? element.textContent).replaceAll(/\s+/g, ' ').trim(),
      visible: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
      shown: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    };
  });
}

/**
 * Presses Tab until the control with this name has the focus.
 * @throws if Tab never reaches it, or if a control has no focus ring or is outside the viewport
 */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    passed.push(at.name);
    expect(at, `after ${passed.join(' › ')}`).toMatchObject({ visible: true, shown: true });
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
  }
  throw new Error(`Tab does not reach ${String(name)}, only ${passed.join(' › ')}`);
}

async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

it('signs up', async ({ visitor: { page }, service }) => {
  const email = 'keys@customer.test';
  await page.goto(paths.login);
  await title(page, t('account.login.title'));
  await press(page, t('account.signup.title'));
  await title(page, t('account.signup.title'));
  await type(page, t('account.firstName'), 'Ada');
  await type(page, t('account.lastName'), 'Martin');
  await type(page, t('account.email'), email);
  await type(page, t('account.password'), CUSTOMER_PASSWORD);
  await type(page, t('account.confirmPassword'), CUSTOMER_PASSWORD);
  await press(page, /^I accept the general conditions/, 'Space');
  await press(page, t('registration.captcha.label'), 'Space');
  await page.getByText(t('registration.captcha.done')).waitFor();
  await press(page, t('registration.signup.submit'));

  await title(page, t('registration.otp.title'));
  await page.keyboard.type(await waitForCode(service, email));
  await title(page, t('layout.conditions.title'));
  // Disabled until the conditions are loaded.
  await page.getByRole('button', { name: t('legal.accept'), disabled: false }).waitFor();
  await press(page, t('legal.accept'));
  await title(page, t('layout.dashboard.title'));
});

it('uploads a list and downloads its result', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'keys-list@customer.test');
  await page.goto(paths.dashboard);
  await page.getByText('Your lists will appear here.').waitFor();

  const chooser = page.waitForEvent('filechooser');
  await press(page, t('lists.upload.choose'));
  const file = { name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from('a@no-such.test') };
  await (await chooser).setFiles(file);
  // The page first reads the file.
  await page.getByRole('button', { name: t('lists.upload.send'), disabled: false }).waitFor();
  await press(page, t('lists.upload.send'));
  await page.getByRole('button', { name: t('lists.downloadNamed', { name: 'keys' }) }).waitFor();
  const download = page.waitForEvent('download');
  await press(page, t('lists.downloadNamed', { name: 'keys' }));
  expect((await download).suggestedFilename()).toBe('keys.csv');
});

it('closes a dialog with Escape and returns the focus to the button that opened it', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'keys-dialog@customer.test');
  const file = { name: 'a.csv', bytes: Buffer.from('a@no-such.test') };
  await waitForStatus(customer, await uploadList(customer, 'A list', file));
  await page.goto(paths.dashboard);
  await page.getByRole('row', { name: 'A list' }).waitFor();
  await press(page, t('lists.delete', { name: 'A list' }));
  const dialog = page.getByRole('dialog', { name: t('lists.deleteTitle') });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect((await focused(page)).name).toBe(t('lists.delete', { name: 'A list' }));
});

it('downloads the activity and filters it', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'keys-activity@customer.test');
  await page.goto(paths.activity);
  const login = page.getByRole('cell', { name: t('activity.kinds.login'), exact: true });
  await login.first().waitFor();
  const download = page.waitForEvent('download');
  await press(page, t('activity.csv'));
  expect((await download).suggestedFilename()).toBe('tamis-activity.csv');
  await type(page, t('activity.columns.act'), t('activity.kinds.refund'));
  await page.getByText(t('activity.empty')).waitFor();
  expect(new URL(page.url()).searchParams.get('kind')).toBe('refund');
  await page.keyboard.press('Home');
  await login.first().waitFor();
});

it('skips the menu', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'keys-skip@customer.test');
  await page.goto(paths.settings);
  await title(page, t('account.settings.title'));
  await page.reload();
  await title(page, t('account.settings.title'));
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatchObject({
    name: t('common.skip'),
    visible: true,
    shown: true,
  });
  await page.keyboard.press('Enter');
  await tabTo(page, t('account.firstName'));
});

it('buys a pack', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'keys-buys@customer.test');
  await page.goto(paths.pricing);
  await page.getByRole('link', { name: 'Buy 1,000 credits', exact: true }).waitFor();
  await press(page, 'Buy 1,000 credits');
  await page.getByText('Test mode').waitFor();
  await press(page, 'Pay €5.00');
  await page.waitForURL(`**${paths.invoices}*`);
  await page.getByText(t('layout.credits', { count: 1100 })).waitFor();
});

it('deactivates and activates a user', async ({ visitor, service }) => {
  const { page } = visitor;
  await createReadyCustomer(service, 'keys-switched@customer.test');
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  await page.goto(`${paths.adminDashboard}?search=keys-switched`);
  const toggle = page.getByRole('switch', {
    name: t('admin.users.activeNamed', { name: 'Ada Martin' }),
  });
  await toggle.waitFor();
  await tabTo(page, t('admin.users.activeNamed', { name: 'Ada Martin' }));
  for (const checked of [false, true]) {
    await page.keyboard.press('Space');
    if (!checked) await press(page, t('admin.users.switchOff'));
    await page
      .getByRole('switch', { name: t('admin.users.activeNamed', { name: 'Ada Martin' }), checked })
      .waitFor();
  }
});
