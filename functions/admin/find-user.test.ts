import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startTable, type TestTable } from '../../tests/support/dynamo.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { type Person, createPerson } from '../../tests/support/people.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { routes } from '../../tests/support/routes.ts';
import type { TestContext } from '../../tests/support/test-context.ts';
import { openSession } from '../access/open-session.ts';
import { testOwnerOf } from '../access/rules/owner.ts';
import { createUpload } from '../lists/upload/create-upload.ts';
import { listOwnerKey } from '../lists/adapters/keys.ts';
import { backfillListOwners } from './index-lists.ts';

describe('the search for a Stripe object', () => {
  const stage = createBillingHarness();
  const idsFound = async (admin: Person, search: string, status = '') => {
    const { data } = await stage.get(routes.listUsers, {
      headers: admin.headers,
      query: { search, status },
    });
    return data.map(({ id }) => id);
  };

  it('finds the customer by the ids and the invoice number that Stripe shows', async () => {
    const [admin, ada] = [await stage.person({ admin: true }), await stage.person()];
    await stage.person();
    const session = await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const invoice = await stage.sdk().invoices.retrieve(String(session.invoice));
    const number = invoice.number ?? '';
    // Stripe indexes an invoice a minute after it was finalized.
    expect(await idsFound(admin, number)).toEqual([]);
    await stage.program('clock', { advance: 'PT1M' });
    for (const search of [
      String(session.customer),
      session.id,
      number,
      ` ${number.toLowerCase()} `,
    ])
      expect(await idsFound(admin, search)).toEqual([ada.user.id]);
    expect(await idsFound(admin, number, '2')).toEqual([]);
    for (const unknown of ['cus_never', 'cs_never', 'NEVER-0001', 'never"-0001', randomUUID()])
      expect(await idsFound(admin, unknown)).toEqual([]);
  });

  it('asks Stripe only if no name or address matches, and reports that Stripe is unavailable', async () => {
    const [admin, ada] = [await stage.person({ admin: true }), await stage.person()];
    const search = (text: string) =>
      callHandler(stage.context(), routes.listUsers, {
        headers: admin.headers,
        query: { search: text },
      });
    const api = { fail: 'before', times: 99, path: '/v1/invoices/search', method: 'GET' };
    await stage.program('faults', { api });
    expect((await search('8F3A1B2C-0001')).body.code).toBe('payment_unavailable');
    const found = await findUsers(stage.context(), admin.headers, ada.user.email);
    expect(found).toMatchObject([{ id: ada.user.id }]);
    await stage.program('faults', {});
  });
});

async function findUsers(context: TestContext, headers: Person['headers'], search: string) {
  const event = createApiEvent(routes.listUsers.route, { headers, query: { search } });
  return JSON.parse((await invoke(routes.listUsers, context, event)).body).data;
}

describe('the page of a customer', () => {
  let table: TestTable;
  beforeAll(async () => {
    table = await startTable();
  });
  afterAll(() => table.stop());

  it('explains a list that waits for credits, and is found by its id until it is deleted', async () => {
    const world = await createPipelineHarness(table);
    const { context, userId, owner } = world;
    const admin = await createPerson(context, { admin: true });
    const { headers } = admin;
    const found = (search: string) => findUsers(context, headers, search);
    const details = async (query: Record<string, string> = {}) => {
      const parts = { headers, params: { id: userId }, query };
      return (await callHandler(context, routes.getUser, parts)).body.data;
    };
    await world.grant(12);
    const addresses = Array.from({ length: 30 }, (_, index) => `ok${index}@a.fr`);
    const listId = await world.upload(addresses.join('\n'), { name: 'Stuck' });
    await world.drain();
    context.clock.advance(1000);
    for (let index = 0; index < 10; index += 1) await world.upload('bad', { name: `N${index}` });
    await world.drain();

    const row = {
      id: listId,
      file_name: 'Stuck',
      status: 5,
      reason: 'insufficient_credit',
      credits_reserved: expect.any(Number),
      credits_needed: expect.any(Number),
    };
    expect(await found(listId.toLowerCase())).toMatchObject([{ id: userId }]);
    const { available, reserved } = await context.ledger.balance(userId);
    expect(await details()).toMatchObject({
      profile: { email: owner.user.email, status: 1, created_at: owner.user.createdAt },
      balance: { available, reserved },
      lists: { data: Array.from({ length: 10 }, () => ({ status: 6 })), total: 11, last_page: 2 },
    });
    expect(await details({ page: '2' })).toMatchObject({ lists: { data: [row], from: 11 } });
    expect(await details({ file: listId })).toMatchObject({ lists: { data: [row], total: 1 } });
    context.clock.advance(60_000);
    await openSession(context, owner.user);
    const last_active_at = new Date(context.clock.now()).toISOString();
    expect(await details()).toMatchObject({ profile: { last_active_at } });

    const other = await createPerson(context);
    const parts = { headers, params: { id: other.user.id }, query: { file: listId } };
    expect((await callHandler(context, routes.getUser, parts)).body.data).toMatchObject({
      lists: { data: [], total: 0, from: null, last_page: 1 },
    });

    await callHandler(context, routes.deleteFile, {
      headers: world.headers,
      params: { id: listId },
    });
    expect(await found(listId)).toEqual([]);
    expect(await context.db.get(listOwnerKey(listId))).toBeUndefined();
  });

  it('also finds lists of the test key, and older lists once they are indexed', async () => {
    const world = await createPipelineHarness(table);
    const { context, userId } = world;
    const { headers } = await createPerson(context, { admin: true });
    const upload = {
      userId: testOwnerOf(userId),
      user: { id: userId, paid: true },
      name: 'T',
      fileName: 'l.csv',
      by: 'test',
      size: 9,
    };
    const { file_id: testId } = await createUpload(context, upload);
    await context.lists.create(testOwnerOf(userId), testId, context.clock.now());
    const listId = await world.upload('ok1@a.fr');
    await world.drain();
    await context.db.delete(listOwnerKey(listId));
    const found = (search: string) => findUsers(context, headers, search);
    expect(await found(testId)).toMatchObject([{ id: userId }]);
    expect(await found(listId)).toEqual([]);
    expect(await backfillListOwners(context)).toBeGreaterThanOrEqual(2);
    expect(await backfillListOwners(context)).toBeGreaterThanOrEqual(2);
    expect(await found(listId)).toMatchObject([{ id: userId }]);
    const parts = { headers, params: { id: userId }, query: { file: testId } };
    expect((await callHandler(context, routes.getUser, parts)).body.data).toMatchObject({
      lists: { data: [{ id: testId }] },
    });
  });
});
