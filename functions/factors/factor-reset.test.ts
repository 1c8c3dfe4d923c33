import { expect, it } from 'vitest';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { type Person, createPerson } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { requestFactorReset } from './factor-reset.ts';

const table = await startFileTable();

it('removes factors a day after an email, and refuses accounts without any', async () => {
  const context = testContext(table);
  const { user, sessionId } = await createPerson(context);
  const { email } = user;
  const why = 'phone was stolen';
  const request = async () => {
    const latest = await context.accounts.get(user.id);
    return requestFactorReset(context, latest ?? user, { why });
  };
  expect(await request()).toBeUndefined();
  const now = context.clock.now();
  const change = { factors: ['totp'], at: now, except: sessionId } as const;
  await context.db.transact([context.accounts.factorsWrite(user, change)]);

  const at = await request();
  expect(at).toBe(new Date(now + DAY_MS).toISOString());
  expect(context.mails).toMatchObject([{ to: email, content: { template: 'factor_reset' } }]);
  expect(context.lines.join('\n')).toContain('factor_reset_requested');
  expect((await context.accounts.get(user.id))?.factorReset).toEqual({ at: now + DAY_MS, why });
  // A second request neither postpones the removal nor brings the factors back once it took effect.
  for (const wait of [DAY_MS / 2, DAY_MS]) {
    context.clock.advance(wait);
    expect(await request()).toBeUndefined();
  }
  expect((await context.accounts.get(user.id))?.factorReset).toEqual({ at: now + DAY_MS, why });
});

it('is canceled only by the emailed link, without a login, until it takes effect', async () => {
  const context = testContext(table);
  const [owner, other] = [await createPerson(context), await createPerson(context)];
  const cancel = async (t: string) =>
    (await callHandler(context, routes.cancelFactorReset, { body: { t } })).status;
  const request = async ({ user, sessionId }: Person) => {
    const change = { factors: ['totp'], at: context.clock.now(), except: sessionId } as const;
    await context.db.transact([context.accounts.factorsWrite(user, change)]);
    await requestFactorReset(context, user, { why: 'phone was stolen' });
    const { content } = context.mails.at(-1) ?? {};
    return (content?.template === 'factor_reset' && /t=(.+)/.exec(content.params.path)?.[1]) || '';
  };
  const isPending = async ({ user }: Person) =>
    (await context.accounts.get(user.id))?.factorReset !== undefined;
  const [link, othersLink] = [await request(owner), await request(other)];

  const [, expires = '', mac = ''] = link.split('.');
  const forged = [other.user.id, expires, mac].join('.');
  const prolonged = [owner.user.id, Number(expires) + 1, mac].join('.');
  for (const t of ['none', forged, prolonged, owner.token]) expect(await cancel(t)).toBe(410);
  expect(await cancel(othersLink)).toBe(200);
  expect([await isPending(owner), await isPending(other)]).toEqual([true, false]);
  // A second click on the button succeeds too.
  expect([await cancel(link), await cancel(link)]).toEqual([200, 200]);
  expect(await isPending(owner)).toBe(false);
  expect(context.lines.join('\n')).toContain('factor_reset_canceled');

  const late = await request(owner);
  context.clock.advance(DAY_MS);
  expect(await cancel(late)).toBe(410);
  expect(await isPending(owner)).toBe(true);
});

it('lets administrators do nothing else before they add a factor, if the stage requires one', async () => {
  const context = testContext(table, {}, { ADMIN_SECOND_FACTOR: 'true' });
  const { headers, user, sessionId } = await createPerson(context, { admin: true });
  const customer = await createPerson(context);
  const params = { id: customer.user.id };
  const look = async () =>
    (await callHandler(context, routes.getUser, { headers, params })).body.code;
  const me = async (of = headers) =>
    (await callHandler(context, routes.me, { headers: of })).body.data;
  expect(await look()).toBe('second_factor_missing');
  expect(await me()).toMatchObject({ factor_required: true });
  expect(await me(customer.headers)).not.toHaveProperty('factor_required');
  expect((await callHandler(context, routes.startFactor, { headers })).status).toBe(200);

  const change = { factors: ['passkey'], at: context.clock.now(), except: sessionId } as const;
  await context.db.transact([context.accounts.factorsWrite(user, change)]);
  expect(await look()).toBeUndefined();
  expect(await me()).not.toHaveProperty('factor_required');
});
