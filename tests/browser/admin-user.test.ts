import { generatePath } from 'react-router-dom';
import { expect } from 'vitest';
import { adminExamples } from '../support/examples/admin.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { apiText, t } from './english.ts';
import { DEMO_ADMIN, logInAsDemoAccount } from './demo.ts';
import { overflowsHorizontally } from './screens/faults.ts';
import { waitForToast } from './toasts.ts';
import { it } from './visitor.ts';

it.override({ tolerated: /^Failed to load resource|ApiError/ });

const { data } = adminExamples.getUser.response;
const page1 = generatePath(paths.user, { id: 'user-1' });

it('finds a list by the id that a customer quotes, and shows why it is stuck', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await createReadyCustomer(service, 'stuck-list@customer.test');
  const addresses = Array.from({ length: 300 }, (_, index) => `ada${index}@example.com`);
  const bytes = Buffer.from(addresses.join('\n'));
  const listId = await uploadList(customer, 'Stuck', { name: 'stuck.csv', bytes });
  await waitForStatus(customer, listId, 5);
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  await page.goto(paths.adminDashboard);

  await page.getByLabel(t('admin.filters.search')).fill(listId);
  await page.waitForURL(`**?search=${listId}`);
  await page.getByRole('link', { name: customer.email }).click();
  const list = page.getByRole('row').filter({ hasText: listId });
  await list.getByText(apiText('reason.insufficient_credit')).waitFor();
  expect(await list.count()).toBe(1);
  const figures = page.locator('dl').first();
  await figures.getByText(t('admin.user.reserved')).waitFor();

  // The link shows all lists of the customer instead of only the one with the id.
  await page.getByRole('link', { name: t('admin.lists.all') }).click();
  await page.waitForURL((url) => url.search === '');
  await list.waitFor();

  // On a phone, the header has at most two rows and does not make the page scroll sideways.
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {};
    expect(height).toBeLessThan(125);
    const email = await page.getByText(customer.email, { exact: true }).boundingBox();
    expect(email?.height).toBeLessThan(30);
    expect(await overflowsHorizontally(page)).toBe(false);
  }
  await page.getByRole('link', { name: t('admin.user.all') }).click();
  await page.waitForURL(`**${paths.adminDashboard}`);
});

it('gives and takes back credits in one dialog, whose error disappears with the mistake', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api, email } = await createReadyCustomer(service, 'corrected@customer.test');
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  await page.goto(`${paths.adminDashboard}?search=${email}`);
  await page.getByRole('link', { name: email }).click();
  const open = page.getByRole('button', { name: t('admin.adjust.change') });
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel(t('billing.invoices.credits'));
  const excessive = dialog.getByText(t('admin.adjust.mostTaken', { credits: 100 }));

  await open.click();
  await dialog.getByLabel(t('admin.adjust.reason')).fill('Promised on the phone');
  await amount.fill('-101');
  await dialog.getByRole('button', { name: t('admin.adjust.correction') }).click();
  await excessive.waitFor();
  await amount.fill('250');
  await expect.poll(() => excessive.count()).toBe(0);
  await dialog.getByText(t('admin.adjust.after', { change: '+250', after: '350' })).waitFor();
  await dialog.getByRole('button', { name: t('admin.adjust.gift') }).click();
  await waitForToast(page, t('admin.adjust.told.gift'));

  await open.click();
  expect(await dialog.count()).toBe(1);
  await amount.fill('−50');
  await dialog.getByLabel(t('admin.adjust.reason')).fill('Too many');
  await dialog.getByText(t('admin.adjust.after', { change: '−50', after: '300' })).waitFor();
  await dialog.getByRole('button', { name: t('admin.adjust.correction') }).click();
  await waitForToast(page, t('admin.adjust.told.correction'));
  await page.getByRole('cell', { name: 'Too many' }).waitFor();
  expect((await api.me()).data.available_credit).toBe(300);
});

it('describes the effect of a refund before it is made, and repeats it with the same id', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  const [payment] = data.payments;
  const payments = [
    { ...payment, price_cents: 500, no_of_credit: 1020, gone_cents: 0, gone_credits: 0 },
  ];
  const balance = { available: 98_765, reserved: 0, held: 0, debt: 0 };
  const json = { data: { ...data, balance, payments } };
  await page.route('**/api/users/user-1*', (route) => route.fulfill({ json }));
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/user/refund', async (route) => {
    sent.push(route.request().postDataJSON());
    const isFirst = sent.length === 1;
    const answer = isFirst ? { message: ['Not now'], code: 'payment_unavailable' } : { data: {} };
    await route.fulfill({ status: isFirst ? 503 : 200, json: answer });
  });
  await page.goto(page1);
  await page
    .getByRole('button', { name: t('admin.adjust.refundSum', { price: 'the payment' }) })
    .click();
  const refund = page.getByRole('dialog', { name: t('admin.adjust.refund') });
  // On a phone, the choices are not cut.
  await page.setViewportSize({ width: 375, height: 800 });
  const room = await refund.getByRole('combobox').evaluate((select: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const context = document.createElement('canvas').getContext('2d');
    Object.assign(context ?? {}, { font });
    const widths = [...select.options].map(({ text }) => context?.measureText(text).width ?? NaN);
    return (
      select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - Math.max(...widths)
    );
  });
  expect(room).toBeGreaterThan(0);
  await refund.getByLabel('Amount in euros').fill('2.50');
  await refund.getByText(t('admin.adjust.after', { change: '−510', after: '98,255' })).waitFor();
  const submit = refund.getByRole('button', {
    name: t('admin.adjust.refundSum', { price: '€2.50' }),
  });
  await submit.click();
  await refund.getByText(apiText('field.required')).waitFor();
  await refund.getByLabel(t('admin.adjust.reason')).fill('Bought twice');
  await submit.click();
  await refund.getByRole('paragraph').filter({ hasText: 'Not now' }).waitFor();
  await submit.click();
  await waitForToast(page, t('admin.adjust.told.refund'));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({ id: 'user-1', payment_id: payment?.id, cents: 250 });
});

it('schedules the removal of second factors with a reason', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  let profile: object = data.profile;
  await page.route('**/api/users/user-1*', (route) =>
    route.fulfill({ json: { data: { ...data, profile } } }),
  );
  const sent: unknown[] = [];
  await page.route('**/api/user/factors', async (route) => {
    sent.push(route.request().postDataJSON());
    profile = { ...profile, factor_reset_at: '2099-11-20T15:30:00.000Z' };
    await route.fulfill({ json: adminExamples.resetFactors.response });
  });
  await page.goto(page1);
  const open = page.getByRole('button', { name: t('admin.factors.remove') });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('admin.factors.remove') });
  await dialog.getByRole('textbox').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText(apiText('field.required')).waitFor();
  await page.keyboard.type('Lost phone');
  await page.keyboard.press('Enter');
  await waitForToast(page, t('admin.factors.done'));
  await page.getByText('20 Nov 2099').waitFor();
  expect(await open.count()).toBe(0);
  expect(sent).toEqual([{ id: 'user-1', reason: 'Lost phone' }]);
});
