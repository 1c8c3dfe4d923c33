import { expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { routes } from '../../tests/support/routes.ts';
import { createAccountHarness } from '../../tests/support/account-harness.ts';
import { callHandler } from '../../tests/support/call.ts';

const stage = createAccountHarness();

it('closes the account immediately: session, password and key stop working, and the address is free', async () => {
  const { user, headers, apiKey } = await stage.person({ paid: true });
  const other = await stage.person();
  expect(await stage.call(routes.deleteAccount, { headers })).toMatchObject({
    status: 200,
    body: { data: {} },
  });

  expect((await stage.call(routes.me, { headers })).status).toBe(401);
  const key = { 'X-Api-Key': apiKey ?? '' };
  expect((await stage.call(routes.listFiles, { headers: key })).status).toBe(401);
  expect(await stage.logIn(user.email)).toMatchObject({
    status: 422,
    body: { code: 'wrong_credentials' },
  });
  expect((await stage.call(routes.me, { headers: other.headers })).status).toBe(200);

  // The address can be registered as if it were new.
  const again = await stage.registered({ email: user.email });
  expect((await stage.submitOtp(again, stage.lastCode())).status).toBe(200);
  const owner = await stage.context().accounts.findByEmail(user.email);
  expect(owner?.id).not.toBe(user.id);
});

it('does not let any spelling of the address get welcome credits again', async () => {
  const { user, headers } = await stage.person();
  await stage.call(routes.deleteAccount, { headers });
  const creditsOf = async (email: string) => {
    const { otp } = await stage.signUp({ email });
    expect((await stage.submitOtp(email, otp)).status).toBe(200);
    const { accounts, ledger } = stage.context();
    const id = (await accounts.findByEmail(email))?.id ?? 'none';
    return { id, available: (await ledger.balance(id)).available };
  };
  const again = await creditsOf(user.email.toUpperCase());
  expect(again.available).toBe(0);
  expect(await Array.fromAsync(stage.context().ledger.entries(again.id))).toEqual([]);
  expect((await creditsOf(`not-${user.email}`)).available).toBe(100);
});

it('lets an address get welcome credits again after its tombstone has expired', async () => {
  const { user, headers } = await stage.person();
  await stage.call(routes.deleteAccount, { headers });
  stage.context().clock.advance(5 * 366 * DAY_MS);
  const { otp } = await stage.signUp({ email: user.email });
  expect((await stage.submitOtp(user.email, otp)).status).toBe(200);
  const { accounts, ledger } = stage.context();
  const owner = await accounts.findByEmail(user.email);
  expect((await ledger.balance(owner?.id ?? 'none')).available).toBe(100);
});

it('requires the CSRF header, but not the acceptance of the terms', async () => {
  const { token, headers } = await stage.person({ terms: false });
  const bare = { Authorization: `Bearer ${token}` };
  expect(await stage.call(routes.deleteAccount, { headers: bare })).toMatchObject({
    status: 403,
    body: { code: 'csrf' },
  });
  expect((await stage.call(routes.deleteAccount, { headers })).status).toBe(200);
});

it('is forbidden for administrators', async () => {
  const { headers } = await stage.person({ admin: true });
  expect((await stage.call(routes.deleteAccount, { headers })).status).toBe(403);
});

it('closes the account even if the queue is unavailable, and leaves the rest to the sweep', async () => {
  const { user, headers } = await stage.person();
  const context = stage.context();
  const privacyQueue = { send: () => Promise.reject(new Error('no queue')) };
  const { status } = await callHandler({ ...context, privacyQueue }, routes.deleteAccount, {
    headers,
  });
  expect(status).toBe(200);
  expect(context.lines.join('')).toContain('closing_not_announced');
  const pending: string[] = [];
  for await (const { userId } of context.closedAccounts.pendingItems()) pending.push(userId);
  expect(pending).toContain(user.id);
});
