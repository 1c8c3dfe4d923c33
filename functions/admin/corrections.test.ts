import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { expectLedgerInvariants } from '../../tests/support/ledger-invariants.ts';
import type { Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { createLedgerAudit } from '../credits/adapters/ledger-audit.ts';
import { auditLedger } from '../credits/audit-ledger.ts';
import { createScan } from '../platform/dynamo/scan.ts';
import { collectPersonalData } from '../privacy/collect-personal-data.ts';
import { grantCreditsByEmail } from './grant-credits.ts';

const stage = createBillingHarness();
const reason = 'Given to the wrong account';

async function setUp() {
  const [admin, ada] = [await stage.person({ admin: true }), await stage.person()];
  const gift = { email: ada.user.email, credits: 100, why: 'test', grantId: randomUUID() };
  await grantCreditsByEmail(stage.context(), gift);
  stage.context().clock.advance(1000);
  return { admin, ada };
}
const change = (admin: Person, { user }: Person, credits: number, more: object = {}) =>
  callHandler(stage.context(), routes.giveCredits, {
    headers: admin.headers,
    body: { id: user.id, request: randomUUID(), credits, reason, ...more },
  });

describe('a correction', () => {
  it('takes back available credits once per id, and appears in every record of credits', async () => {
    const { admin, ada } = await setUp();
    const request = randomUUID();
    const take = (credits: number) => change(admin, ada, credits, { request });
    const all = await Promise.all([take(-30), take(-30), take(-30)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await take(-31)).body.code).toBe('request_reused');
    expect((await take(30)).body.code).toBe('request_reused');
    expect(await expectLedgerInvariants(stage.context().ledger, ada.user.id)).toMatchObject({
      available: 70,
      debt: 0,
    });
    expect(stage.logged('security').join()).toContain('admin_action');

    const mail = stage.context().mails.find(({ id }) => id === `corrected:${request}`);
    expect(mail).toMatchObject({
      to: ada.user.email,
      content: { template: 'credits_corrected', params: { credits: 30, reason } },
    });
    const usage = await stage.get(routes.usage, { headers: ada.headers });
    expect(usage.data.data).toContainEqual(
      expect.objectContaining({ type: 'correction', change: -30, taken_back: 30 }),
    );
    const details = { params: { id: ada.user.id }, headers: admin.headers };
    const row = { kind: 'correction', credits: 30, reason };
    expect((await stage.get(routes.getUser, details)).data).toMatchObject({
      balance: { available: 70 },
      adjustments: [{ ...row, by: admin.user.email, state: 'done' }, { kind: 'gift' }],
    });
    const exported = await collectPersonalData(stage.context(), ada.user);
    expect(exported.adjustments).toContainEqual(expect.objectContaining(row));
    const { clock } = stage.context();
    const table = stage.table();
    const scan = createScan(table.client, table.name);
    const ledgerAudit = createLedgerAudit(table.db(clock), clock, scan);
    const audits = await Array.fromAsync(auditLedger({ clock, ledgerAudit }));
    expect(audits.find(({ userId }) => userId === ada.user.id)).toMatchObject({
      entries: { isEqual: true },
      balance: { outcome: 'equal' },
    });
  });

  it('never exceeds the available credits, even if two run at the same time', async () => {
    const { admin, ada } = await setUp();
    expect((await change(admin, ada, -101)).body.fields).toEqual({
      credits: ['The minimum is -100'],
    });
    const both = await Promise.all([change(admin, ada, -60), change(admin, ada, -60)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await stage.balance(ada)).toMatchObject({ available: 40, debt: 0 });
    expect(stage.context().mails.filter(({ to }) => to === ada.user.email)).toHaveLength(2);
  });

  it('has a reason, a customer and a number, and does not belong to a list', async () => {
    const { admin, ada } = await setUp();
    for (const wrong of [{ reason: ' ' }, { credits: 0 }, { credits: -1.5 }, { file_id: 'x' }])
      expect((await change(admin, ada, -10, wrong)).body.code).toBe('validation');
    expect((await change(admin, ada, -10, { id: 'never' })).body.code).toBe('not_found');
    expect((await change(admin, admin, -10)).body.code).toBe('forbidden');
    expect(await stage.balance(ada)).toMatchObject({ available: 100 });
  });
});

it('a gift counts once toward the daily limit, even if it conflicts with another adjustment', async () => {
  const { admin, ada } = await setUp();
  const { adjustments } = stage.context();
  const { read } = adjustments;
  adjustments.read = async (userId) => {
    adjustments.read = read;
    const found = await read(userId);
    expect((await change(admin, ada, -1)).status).toBe(200);
    return found;
  };
  expect((await change(admin, ada, 60_000)).body.code).toBeUndefined();
  expect(await stage.balance(ada)).toMatchObject({ available: 60_099 });
});

it('a gift that is not written does not count toward the daily limit', async () => {
  const { admin, ada } = await setUp();
  const { ledger } = stage.context();
  const { grant } = ledger;
  Object.assign(ledger, { grant: () => Promise.reject(new Error('lost')) });
  expect((await change(admin, ada, 60_000)).status).toBe(500);
  Object.assign(ledger, { grant });
  expect((await change(admin, ada, 60_000)).body.code).toBeUndefined();
  expect(await stage.balance(ada)).toMatchObject({ available: 60_100 });
});
