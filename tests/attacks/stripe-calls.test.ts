import { expect, it } from 'vitest';
import { createApiEvent } from '../support/api-event.ts';
import { createBillingHarness } from '../support/billing-harness.ts';
import { callHandler } from '../support/call.ts';
import { invoke } from '../support/invoke.ts';
import type { Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';

/** Attacks by a caller who uses up Stripe's rate limit, which all customers share. */

const stage = createBillingHarness();
const HOURLY = 60;

const OTHERS = ['subscription', 'lowCredits', 'saveLowCredits'] as const;

async function ask({ headers }: Person, name: (typeof OTHERS)[number]) {
  const handler = routes[name];
  const body = { warn_below: 1, top_up: null };
  const event = createApiEvent(handler.route, {
    headers,
    ...(name === 'saveLowCredits' && { body }),
  });
  const response = await invoke(handler, stage.context(), event);
  return { status: response.statusCode, retryAfter: response.headers?.['Retry-After'] };
}

it('an account can create sixty Stripe pages of any kind per hour', async () => {
  const ada = await stage.person();
  const link = await stage.paymentUrl(ada, 'pack_1000');
  expect(await stage.follow(link)).toContain('/cs_');
  for (let made = 1; made < HOURLY; made += 1)
    expect((await ask(ada, OTHERS[made % 3] ?? 'subscription')).status).toBe(200);
  for (const name of OTHERS)
    expect(await ask(ada, name)).toEqual({ status: 429, retryAfter: '60' });
  expect(await stage.follow(link)).toBe(
    'https://app.tamis.example/pricing-plan?error=too_many_requests',
  );

  const bob = await stage.person();
  expect(await stage.click(bob, 'pack_1000')).toContain('/cs_');
  expect((await ask(bob, 'subscription')).status).toBe(200);
  stage.context().clock.advance(60_000);
  expect(await stage.follow(link)).toContain('/cs_');
});

it('a link that is followed repeatedly reaches Stripe at most sixty times', async () => {
  const ada = await stage.person();
  const link = await stage.paymentUrl(ada, 'pack_1000');
  const targets = new Set<string>();
  for (let made = 0; made < HOURLY; made += 1) targets.add(await stage.follow(link));
  expect([...targets]).toEqual([expect.stringContaining('/cs_')]);
  expect(await stage.follow(link)).toContain('?error=too_many_requests');
});

it('documents, the next payment and billing details read from Stripe at most sixty times', async () => {
  const ada = await stage.person();
  await stage.buy(ada, 'pack_1000');
  await stage.deliverAll();
  const { body } = await callHandler(stage.context(), routes.billings, { headers: ada.headers });
  const url = /https:[^"]*receipt[^"]*/.exec(JSON.stringify(body))?.[0] ?? '';
  const READS = ['renewal', 'billingDetails'] as const;
  for (let read = 0; read < HOURLY; read += 3) {
    expect(await stage.follow(url)).toContain('/stripe/');
    for (const name of READS)
      expect(
        (await callHandler(stage.context(), routes[name], { headers: ada.headers })).status,
      ).toBe(200);
  }
  expect(await stage.follow(url)).toContain('/invoices?error=too_many_requests');
  for (const name of READS)
    expect(
      (await callHandler(stage.context(), routes[name], { headers: ada.headers })).status,
    ).toBe(429);
  expect((await ask(ada, 'subscription')).status).toBe(200);
});
