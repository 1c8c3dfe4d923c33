import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { apiText, t } from './english.ts';
import { toastsOf } from './toasts.ts';
import { FAILED_CALL_MESSAGE, it as base } from './visitor.ts';

/** Error and success toasts, on a form whose API calls are stubbed. */

/** Time limit for a toast to disappear, including its animation. */
const SHORT_TIMEOUT = { timeout: 1000 };

interface Answers {
  /** Submits the form, whose call gets this response. */
  send(answer: { status: number; json?: unknown; body?: string }): Promise<void>;
}

const it = base.extend<{ form: Answers }>({
  form: async ({ visitor: { page } }, use) => {
    await page.clock.install();
    await page.goto(paths.forgotPassword);
    await page.getByLabel(t('account.email')).fill('someone@customer.test');
    await use({
      async send(answer) {
        await page.route('**/api/forget-password', (route) => route.fulfill(answer));
        const answered = page.waitForResponse('**/api/forget-password');
        // Paused, so that a toast does not time out on a slow machine.
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
        await page.getByRole('button', { name: t('recovery.forgot.submit') }).click();
        await (await answered).finished();
        await page.locator('form [aria-busy=true]').waitFor({ state: 'detached' });
        await page.unroute('**/api/forget-password');
      },
    });
  },
});
it.override({ tolerated: FAILED_CALL_MESSAGE });

const refusal = (message: unknown) => ({ status: 422, json: { message, code: 'validation' } });
it('shows an error for each message, for four seconds', async ({ visitor: { page }, form }) => {
  await form.send(refusal(['Not this one', 'Nor that one']));
  await toastsOf(page).nth(1).waitFor();
  expect(await toastsOf(page).allTextContents()).toEqual(['Nor that one', 'Not this one']);
  expect(await toastsOf(page).first().getAttribute('role')).toBe('alert');
  await page.clock.runFor(3000);
  expect(await toastsOf(page).count()).toBe(2);
  await page.clock.runFor(1300);
  await page.clock.resume();
  await expect.poll(() => toastsOf(page).count(), SHORT_TIMEOUT).toBe(0);
});

it('shows a success for two seconds, at the top center', async ({ visitor: { page }, form }) => {
  await form.send({ status: 200, json: { data: {} } });
  const toast = toastsOf(page).filter({
    hasText: t('recovery.forgot.done'),
  });
  await toast.waitFor();
  const box = await toast.boundingBox();
  if (!box) throw new Error('the toast is not visible');
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(box.y).toBeLessThan(40);
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(2);
  const textCenter = await toast.evaluate((card) => {
    const range = document.createRange();
    range.selectNodeContents(card.lastChild ?? card);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  expect(Math.abs(textCenter - (box.y + box.height / 2))).toBeLessThan(2);
  await page.clock.runFor(1200);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(1100);
  await page.clock.resume();
  await expect.poll(() => toast.count(), SHORT_TIMEOUT).toBe(0);
});

it('shows at most twenty toasts', async ({ visitor: { page }, form }) => {
  await form.send(refusal(Array.from({ length: 25 }, (_, index) => `Message ${index}`)));
  await toastsOf(page).first().waitFor();
  expect(await toastsOf(page).count()).toBe(20);
});

it('shows nothing for an error without messages', async ({ visitor: { page }, form }) => {
  for (const message of [[], ['First']]) await form.send(refusal(message));
  await toastsOf(page).first().waitFor();
  expect(await toastsOf(page).allTextContents()).toEqual(['First']);
});

it('shows a general message if the response is malformed', async ({ visitor: { page }, form }) => {
  for (const answer of [
    { status: 502, body: '<h1>Bad gateway</h1>' },
    { status: 422, json: { message: 'no array', code: 'validation' } },
    { status: 500, json: { message: [apiText('error.internal')], code: 'internal' } },
  ]) {
    await form.send(answer);
    await toastsOf(page).first().waitFor();
    expect(await toastsOf(page).allTextContents()).toEqual([apiText('error.internal')]);
    expect(await page.locator('form').getByText('Something Went').textContent()).toBe(
      apiText('error.internal'),
    );
    await page.clock.runFor(4300);
    await page.clock.resume();
    await expect.poll(() => toastsOf(page).count(), SHORT_TIMEOUT).toBe(0);
  }
});
