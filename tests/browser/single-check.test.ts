import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { getText } from '../../shared/texts/text.ts';
import { checkExamples } from '../../shared/contract/examples/checks.ts';
import { en } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { listAddresses, expectedVerdictsOf } from '../support/mailnet.ts';
import type { Service } from '../support/stack.ts';
import { apiText, t } from './english.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer, type BrowserVisitor } from './visitor.ts';

const VALID = apiText('check.valid');
const INVALID = apiText('check.invalid');
const UNKNOWN = apiText('check.unknown_free');

/** Reasons of the verdicts to check, each with its status and displayed label. */
const CASES = [
  ['accepted', 'deliverable', VALID],
  ['no_such_domain', 'undeliverable', INVALID],
  ['null_mx', 'undeliverable', INVALID],
  ['no_mail_server', 'undeliverable', INVALID],
  ['catch_all', 'risky', INVALID],
  ['disposable', 'risky', INVALID],
  ['dns_error', 'unknown', UNKNOWN],
  ['throttled', 'unknown', UNKNOWN],
  ['sender_rejected', 'unknown', UNKNOWN],
  ['server_error', 'unknown', UNKNOWN],
  ['server_unreachable', 'unknown', UNKNOWN],
] as const;

const expectations = expectedVerdictsOf(1, listAddresses(1, 4000));

/** Returns an address of the simulated mail internet whose correct verdict has this reason. */
function addressFor(reason: string): string {
  const found = expectations.find((truth) => truth.reason === reason && !truth.undecidable);
  if (!found) throw new Error(`the simulated mail internet has no address with ${reason}`);
  return found.email;
}

async function openSingle(visitor: BrowserVisitor, service: Service, email: string): Promise<Page> {
  await logInAsCustomer(visitor, service, email);
  await visitor.page.goto(paths.dashboard);
  await visitor.page.getByRole('tab', { name: t('layout.dashboard.single') }).click();
  return visitor.page;
}

const verify = (page: Page) => page.getByRole('button', { name: t('checks.submit'), exact: true });
const answerOf = (page: Page, address: string) =>
  page.getByRole('status').filter({ hasText: address });

it('explains every kind of verdict, and charges only for verdicts', async ({
  visitor,
  service,
}) => {
  const page = await openSingle(visitor, service, 'single@customer.test');
  let credits = 100;
  for (const [reason, status, sentence] of CASES) {
    const address = addressFor(reason);
    await page.getByLabel(t('checks.label')).fill(address);
    await verify(page).click();
    const panel = answerOf(page, address);
    await panel.waitFor();
    const lines = (await panel.innerText()).split('\n').filter(Boolean);
    expect
      .soft(lines.slice(0, status === 'risky' ? 5 : 4), reason)
      .toEqual([
        ...(status === 'risky'
          ? [en.checks.verdict.risky, address, `${sentence}. ${en.checks.riskyCounts}`]
          : [sentence, address]),
        en.checks.reason[reason],
        en.verdict.explain[reason],
      ]);
    if (status !== 'unknown') credits -= 1;
    await page.getByText(`${credits} credits available`).waitFor();
  }

  // The page lists the five checks before the last one, and keeps them after a visit to another
  // page.
  const earlier = page.getByRole('region', { name: t('checks.earlier') }).getByRole('listitem');
  const before = CASES.slice(-6, -1).map(([reason]) => addressFor(reason));
  expect(await earlier.allInnerTexts()).toEqual(
    before.toReversed().map((address) => expect.stringContaining(address)),
  );
  await page.getByRole('link', { name: t('account.settings.title') }).click();
  await page.getByRole('link', { name: t('layout.dashboard.title') }).click();
  await page.getByRole('tab', { name: t('layout.dashboard.single') }).click();
  expect(await earlier.count()).toBe(5);
  await page.reload();
  await page.getByText(`${credits} credits available`).waitFor();
  await page.getByRole('tab', { name: t('layout.dashboard.single') }).click();
  expect(await earlier.count()).toBe(0);
});

it('shows the server’s reply, and checks a suggestion only on request', async ({
  visitor,
  service,
}) => {
  const page = await openSingle(visitor, service, 'suggestion@customer.test');
  const calls: unknown[] = [];
  await page.route('**/api/verify/email', async (route) => {
    calls.push(route.request().postDataJSON());
    const { email } = route.request().postDataJSON() as { email: string };
    const result = {
      email,
      status: 'undeliverable',
      reason: 'no_such_mailbox',
      confidence: 0.98,
      flags: {
        ...checkExamples.checkEmail.response.result.flags,
        role: true,
        free: true,
        gateway: true,
      },
      score: 1,
      ...(email === 'info@gmial.com' && { suggestion: 'info@gmail.com' }),
      mx: 'mx.gmial.com',
      reply: { stage: 'rcpt', code: 550, enhanced: '5.1.1', text: '5.1.1 No such user here' },
    };
    await route.fulfill({ json: { data: INVALID, result } });
  });
  await page.getByLabel(t('checks.label')).fill('info@gmial.com');
  await verify(page).click();
  const answerText = await answerOf(page, 'info@gmial.com').innerText();
  for (const part of [
    'role address',
    'free provider',
    'behind a mail gateway',
    '1 of 100',
    'mx.gmial.com',
    'Refused at RCPT TO',
    '550 5.1.1 No such user here',
  ])
    expect(answerText).toContain(part);

  await page
    .getByRole('button', { name: t('common.suggestion', { email: 'info@gmail.com' }) })
    .click();
  expect(await page.getByLabel(t('checks.label')).inputValue()).toBe('info@gmail.com');
  expect(calls).toEqual([{ email: 'info@gmial.com' }]);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => calls)
    .toEqual([{ email: 'info@gmial.com' }, { email: 'info@gmail.com' }]);
  await answerOf(page, 'info@gmail.com').waitFor();
  // Entering a new address hides the verdict of the previous one.
  await page.getByLabel(t('checks.label')).fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText(apiText('field.email')).waitFor();
  expect(await answerOf(page, 'info@gmail.com').count()).toBe(0);
  await page
    .getByRole('region', { name: t('checks.earlier') })
    .getByText('info@gmail.com')
    .waitFor();
});

describe('without a response', () => {
  it.override({ tolerated: FAILED_CALL_MESSAGE });

  for (const [status, code, message, offersPrices] of [
    [402, 'not_enough_credits', apiText('error.not_enough_credits'), true],
    [500, 'internal', apiText('error.internal'), false],
  ] as const)
    it(`the panel explains why, and stops waiting (${status})`, async ({ visitor, service }) => {
      const page = await openSingle(visitor, service, `refused-${status}@customer.test`);
      await page.route('**/api/verify/email', (route) =>
        route.fulfill({ status, json: { message: [message], code } }),
      );
      await page.getByLabel(t('checks.label')).fill('ada@gmail.com');
      await verify(page).click();
      const panel = page.getByRole('tabpanel');
      await panel.getByText(message).waitFor();
      expect(await page.getByText(message).count()).toBe(1);
      expect(await verify(page).getAttribute('aria-busy')).toBeNull();
      const prices = panel.getByRole('link', { name: t('layout.buyCredits') });
      expect(await prices.count()).toBe(offersPrices ? 1 : 0);
      if (!offersPrices) return;
      await prices.click();
      await page.waitForURL(`**${paths.pricing}`);
    });
});

describe('without a network', () => {
  it.override({ tolerated: FAILED_CALL_MESSAGE });
  it('reports it immediately, and does not retry by itself', async ({ visitor, service }) => {
    const page = await openSingle(visitor, service, 'check-offline@customer.test');
    await page.getByLabel(t('checks.label')).fill('ada@gmail.com');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visitor.context.setOffline(true);
    await verify(page).click();
    await page.getByRole('tabpanel').getByText(getText('en', 'error.offline')).waitFor();
    await visitor.context.setOffline(false);
    await page.waitForResponse('**/api/me');
    expect(requests.filter((url) => url.endsWith('/api/verify/email'))).toHaveLength(1);
  });
});
