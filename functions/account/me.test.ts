import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { createAccountHarness } from '../../tests/support/account-harness.ts';
import { PERSON_PASSWORD } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';

const { call, context, lastCode, person, submitOtp, registered } = createAccountHarness();

describe('the logged-in user', () => {
  it('has only zeros and nulls as an administrator', async () => {
    const { headers } = await person({ admin: true });
    expect((await call(routes.me, { headers })).body.data).toMatchObject({
      role: 1,
      available_credit: 0,
      used_credit: 0,
      api_key: null,
      plan: null,
      stripe_customer_id: null,
    });
  });

  it('keeps the first acceptance of the terms', async () => {
    const { user, headers } = await person({ terms: false });
    const accept = { headers, body: { terms_accepted: 1 }, sourceIp: '192.0.2.30' };
    await call(routes.acceptTerms, accept);
    context().clock.advance(HOUR_MS);
    await call(routes.acceptTerms, { ...accept, sourceIp: '192.0.2.31' });
    expect((await context().accounts.get(user.id))?.terms).toMatchObject({
      version: '2024-10-10',
      ip: '192.0.2.30',
      declares: 'business',
    });
  });
});

it('a healthy service logs neither addresses nor secrets', async () => {
  expect(await call(routes.health)).toMatchObject({ status: 200, body: { data: { ok: true } } });
  const email = await registered();
  const { body } = await submitOtp(email, lastCode());
  const log = context().lines.join('');
  expect(log).toContain('"status":200');
  for (const secret of [email, PERSON_PASSWORD, lastCode(), String(body.data?.['token'])])
    expect(log).not.toContain(`"${secret}`);
});
