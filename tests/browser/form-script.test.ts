import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { verifyFormToken } from '../../packages/client/src/verify-form-token.ts';
import { signUp } from '../support/customer.ts';
import type { Service } from '../support/stack.ts';
import { FORMS, serveForms } from './forms/serve-form.ts';
import { it } from './visitor.ts';

/** The script for forms on pages that nobody here wrote, at another origin, under a strict policy. */

const GOOD = 'deliverable@sandbox.test';
const DEAD = 'undeliverable@sandbox.test';
const REFUSED = 'This address does not receive mail.';

/** A site with a form of a customer, and its script held to its hash. */
async function site(service: Service, email: string) {
  const { api } = await signUp(service, email);
  const source = await (await fetch(`${service.url}/form/v1.js`)).text();
  const hash = createHash('sha384').update(source);
  const integrity = hash.digest('base64');
  let key = '';
  const script = (block: string) =>
    `<script src="${service.url}/form/v1.js" integrity="sha384-${integrity}" crossorigin="anonymous" data-key="${key}" data-block="${block}" async></script>`;
  const served = await serveForms(service.url, script);
  onTestFinished(() => void served.stop());
  const { data: form } = await api.createForm({
    body: { name: 'Shop', origins: [served.origin], daily_checks: 10 },
  });
  key = form.test_key;
  return { ...served, form };
}

const note = (page: Page) => page.locator('tamis-note');
const field = (page: Page) => page.getByLabel('Email');
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

async function type(page: Page, address: string): Promise<void> {
  await field(page).fill('');
  await field(page).pressSequentially(address);
  await field(page).press('Tab');
}

describe.each(FORMS)('a form of %s', (name) => {
  it('is told of an address, goes on with it, and has proof of a good one', async ({
    visitor: { page },
    service,
  }) => {
    const { origin, form } = await site(service, `form-${name}@customer.test`);
    await page.goto(`${origin}/${name}`);
    await type(page, DEAD);
    await note(page).getByText(REFUSED).waitFor();
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
      true,
    );
    await type(page, GOOD);
    await page.locator('[name=tamis_token]').waitFor({ state: 'attached' });
    expect(await note(page).innerText()).toBe('');
    await send(page);
    const output = page.locator('output').filter({ hasText: GOOD });
    const [email, token = ''] = (await output.innerText()).split(' ');
    expect(email).toBe(GOOD);
    const given = { secret: form.secret, key: form.test_key };
    expect(await verifyFormToken(token, given)).toEqual({ email: GOOD, status: 'deliverable' });
  });

  it('refuses what it was asked to refuse, and takes a corrected slip', async ({
    visitor: { page },
    service,
  }) => {
    const { origin } = await site(service, `block-${name}@customer.test`);
    await page.goto(`${origin}/${name}?block=undeliverable+disposable`);
    await type(page, DEAD);
    await note(page).getByText(REFUSED).waitFor();
    await send(page);
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
      REFUSED,
    );
    expect(page.url()).not.toContain('/sent');
    // The internet of the stack has no such domains.
    await page.route('**/api/form/check', (route) => {
      const isSlip = route.request().postData()?.includes('gmial');
      return route.fulfill({ json: { data: isSlip ? { suggestion: 'ada@gmail.com' } : {} } });
    });
    await type(page, 'ada@gmial.com');
    await note(page).getByRole('button', { name: 'ada@gmail.com' }).click();
    expect(await field(page).inputValue()).toBe('ada@gmail.com');
    await send(page);
    await page.locator('output').filter({ hasText: 'ada@gmail.com' }).waitFor();
  });
});

describe('a form that cannot ask', () => {
  it.override({ tolerated: /Tamis did not check|Failed to load resource|ERR_/ });
  it.for([
    ['is down', 'abort'],
    ['says nothing', 'silence'],
    ['refuses', '403'],
  ] as const)('since the service %s, goes on', async ([, how], { visitor: { page }, service }) => {
    const { origin } = await site(service, `alone-${how}@customer.test`);
    await page.route('**/api/form/check', async (route) => {
      if (how === 'abort') await route.abort();
      if (how === '403') await route.fulfill({ status: 403, json: { code: 'wrong_origin' } });
    });
    await page.goto(`${origin}/plain?block=undeliverable`);
    await type(page, DEAD);
    await send(page);
    await page
      .locator('output')
      .filter({ hasText: `${DEAD} null` })
      .waitFor();
  });
});
