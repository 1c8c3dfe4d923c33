import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { userRow } from '../../shared/contract/admin.ts';
import { USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import { createDebitEntry, createGrantEntry } from '../credits/rules/ledger.ts';
import { routes } from '../../tests/support/routes.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startTable, type TestTable } from '../../tests/support/dynamo.ts';
import { type Person, createPerson } from '../../tests/support/people.ts';
import { type TestContext, testContext } from '../../tests/support/test-context.ts';

const page = z.object({
  data: z.array(userRow),
  total_active: z.number(),
  total_inactive: z.number(),
  from: z.nullable(z.number()),
  current_page: z.number(),
  last_page: z.number(),
  total: z.number(),
});

let table: TestTable;
let context: TestContext;
let admin: Person;
beforeEach(async () => {
  table = await startTable();
  context = testContext(table);
  admin = await createPerson(context, { admin: true });
});
afterEach(() => table.stop());

const list = async (query: Record<string, string> = {}, on = context) => {
  const event = createApiEvent(routes.listUsers.route, { query, headers: admin.headers });
  const { statusCode, body } = await invoke(routes.listUsers, on, event);
  expect(statusCode).toBe(200);
  return page.parse(JSON.parse(body));
};
const update = (id: string, status: UserStatus, on = context) =>
  callHandler(on, routes.updateUser, { body: { id, status }, headers: admin.headers });

async function customer(firstName: string, lastName = 'Martin'): Promise<string> {
  context.clock.advance(1000);
  const id = context.ids.ulid(context.clock.now());
  const email = `${id}@mail.example`;
  const names = { firstName, lastName, language: 'fr', passwordHash: 'hash' } as const;
  await context.accounts.create(id, { email, ...names });
  return id;
}

describe('the list of customers', () => {
  it('is empty at first and never includes administrators', async () => {
    expect(await list()).toEqual({
      data: [],
      total_active: 0,
      total_inactive: 0,
      from: null,
      current_page: 1,
      last_page: 1,
      total: 0,
    });
  });

  it('shows each customer with status, credits, purchases and creation time', async () => {
    const id = await customer('Éloïse', 'Bœuf');
    const created = new Date(context.clock.now()).toISOString();
    await context.ledger.transact(id, [createGrantEntry('test', 100, 'test')]);
    await context.ledger.transact(id, [createDebitEntry('check', 30)]);
    const purchase = (n: number) => ({
      id: `p${n}`,
      userId: id,
      source: `cs:${n}`,
      version: 'pack_1000_v1',
      credits: 1000 * n,
      cents: 500 * n,
      refunded: 0,
      revoked: 0,
      disputes: {},
      date: `2026-0${n}-01T00:00:00.000Z`,
      revision: 1,
    });
    for (const n of [1, 2]) await context.db.transact(context.purchases.createWrites(purchase(n)));
    expect((await list()).data).toEqual([
      {
        id,
        first_name: 'Éloïse',
        last_name: 'Bœuf',
        email: `${id}@mail.example`,
        status: 1,
        used_credit: 30,
        available_credit: 70,
        purchase_history: [
          {
            no_of_credit: 2000,
            price: '€10.00',
            price_cents: 1000,
            date: '2026-02-01T00:00:00.000Z',
          },
          {
            no_of_credit: 1000,
            price: '€5.00',
            price_cents: 500,
            date: '2026-01-01T00:00:00.000Z',
          },
        ],
        created_at: created,
      },
    ]);
  });

  it('is paged up to both ends, newest first by default', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 23; number += 1) ids.push(await customer(`N${number}`));
    const newest = ids.toReversed();
    const shown = async (query: Record<string, string>) => {
      const { data, from, current_page, last_page, total } = await list(query);
      return { ids: data.map(({ id }) => id), from, current_page, last_page, total };
    };
    const place = { last_page: 3, total: 23 };
    expect(await shown({ limit: '10' })).toEqual({
      ids: newest.slice(0, 10),
      from: 1,
      current_page: 1,
      ...place,
    });
    expect(await shown({ limit: '10', page: '3' })).toEqual({
      ids: newest.slice(20),
      from: 21,
      current_page: 3,
      ...place,
    });
    expect(await shown({ limit: '10', page: '4' })).toEqual({
      ids: [],
      from: null,
      current_page: 4,
      ...place,
    });
    // An invalid size, page or order falls back to the default.
    const usual = { ids: newest, from: 1, current_page: 1, last_page: 1, total: 23 };
    expect(await shown({ limit: '7', page: '0', sort: 'password:asc' })).toEqual(usual);
    expect((await shown({ sort: 'created_at:asc' })).ids).toEqual(ids);
    expect((await shown({ sort: 'first_name:desc' })).ids[0]).toBe(ids[9]);
  });

  it('filters by words and status, while the totals count all customers', async () => {
    const [ada, , zoe] = [await customer('Ada'), await customer('Éric'), await customer('Zoë')];
    await update(ada, USER_STATUS.inactive);
    const found = async (query: Record<string, string>) => {
      const { data, total, total_active, total_inactive } = await list(query);
      expect([total_active, total_inactive]).toEqual([2, 1]);
      expect(total).toBe(data.length);
      return data.map(({ first_name }) => first_name);
    };
    expect(await found({ search: 'MARTIN zoe' })).toEqual(['Zoë']);
    expect(await found({ search: zoe.toLowerCase() })).toEqual(['Zoë']);
    expect(await found({ status: '1', sort: 'first_name:asc' })).toEqual(['Éric', 'Zoë']);
    expect(await found({ status: '2', search: 'ada' })).toEqual(['Ada']);
    expect(await found({ status: '2', search: 'zoe' })).toEqual([]);
    expect(await found({ status: '', search: '[a' })).toEqual([]);
  });

  it.each([
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ status: '3' }, 'status'],
  ])('refuses %j', async (query, field) => {
    const { status, body } = await callHandler(context, routes.listUsers, {
      query,
      headers: admin.headers,
    });
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({
      status: 422,
      fields: [field],
    });
  });
});

describe('a function instance with a cached directory', () => {
  async function secondEnvironment(): Promise<TestContext> {
    const other = testContext(table, { clock: context.clock });
    await list({}, other);
    return other;
  }
  const statuses = async (on: TestContext) =>
    Object.fromEntries((await list({}, on)).data.map(({ id, status }) => [id, status]));

  it('shows status changes, new and deleted customers of other instances in its next list', async () => {
    const [ada, eve] = [await customer('Ada'), await customer('Eve')];
    const other = await secondEnvironment();
    for (const status of [USER_STATUS.inactive, USER_STATUS.active, USER_STATUS.inactive]) {
      await update(ada, status);
      expect(await statuses(other)).toEqual({ [ada]: status, [eve]: 1 });
      expect(await list({ status: '2' }, other)).toMatchObject({
        total: status - 1,
        total_inactive: status - 1,
      });
    }
    const zoe = await customer('Zoë');
    expect(await statuses(other)).toEqual({ [ada]: 2, [eve]: 1, [zoe]: 1 });

    const user = await context.accounts.get(eve);
    if (!user) throw new Error('Eve is gone');
    await context.accounts.update(user, { firstName: 'Ève', lastName: 'Dœuvre' });
    expect((await list({ search: 'doeuvre' }, other)).data).toMatchObject([{ id: eve }]);
    await context.closedAccounts.close(user, { closedAt: user.createdAt, emailHmac: 'hmac' });
    expect(await statuses(other)).toEqual({ [ada]: 2, [zoe]: 1 });
  });

  it('sees a change that was dated long before it was written, by a slow clock', async () => {
    const ada = await customer('Ada');
    const other = await secondEnvironment();
    const laggingContext = testContext(table, {
      clock: { ...context.clock, now: () => context.clock.now() - 90_000 },
    });
    expect(await laggingContext.accounts.setStatus(ada, USER_STATUS.inactive)).toBe(true);
    expect(await statuses(other)).toEqual({ [ada]: 2 });
  });

  it('reads the whole directory again after half a day', async () => {
    const ada = await customer('Ada');
    const other = await secondEnvironment();
    await update(ada, USER_STATUS.inactive);
    context.clock.advance(25 * HOUR_MS);
    expect(await statuses(other)).toEqual({ [ada]: 2 });
  });

  it('shows the stored state after concurrent status changes and renames', async () => {
    const ids = [await customer('Ada'), await customer('Eve'), await customer('Zoë')];
    const others = [await secondEnvironment(), await secondEnvironment()];
    const switchAll = async (on: TestContext, first: UserStatus) => {
      for (const status of [first, first === 1 ? 2 : 1] as const)
        for (const id of ids) await update(id, status, on);
    };
    const renameAll = async (on: TestContext) => {
      for (const id of ids) {
        const user = await on.accounts.get(id);
        if (user) await on.accounts.update(user, { firstName: 'New', lastName: 'Name' });
      }
    };
    await Promise.all([
      switchAll(context, USER_STATUS.inactive),
      switchAll(others[0] ?? context, USER_STATUS.active),
      renameAll(others[1] ?? context),
      list({}, others[1]),
    ]);
    const now = Object.fromEntries(
      await Promise.all(
        ids.map(async (id) => [id, (await context.accounts.get(id))?.status] as const),
      ),
    );
    for (const on of [context, ...others]) {
      expect(await statuses(on)).toEqual(now);
      expect((await list({ search: 'new name' }, on)).total).toBe(3);
    }
  });
});

describe('an update', () => {
  it('sets the status and returns it, however often it is repeated', async () => {
    const id = await customer('Ada');
    for (const status of [2, 2, 1, 1] as const) {
      const { status: code, body } = await update(id, status);
      expect({ code, body }).toEqual({ code: 200, body: { data: { id, status } } });
      expect((await context.accounts.get(id))?.status).toBe(status);
    }
  });

  it('ends all sessions, and blocks the API key until the account is activated again', async () => {
    const ada = await createPerson(context, { paid: true });
    const me = async () => (await callHandler(context, routes.me, { headers: ada.headers })).status;
    const byKey = async () =>
      (await callHandler(context, routes.listFiles, { headers: { 'X-Api-Key': ada.apiKey ?? '' } }))
        .status;
    expect([await me(), await byKey()]).toEqual([200, 200]);
    await update(ada.user.id, USER_STATUS.inactive);
    expect([await me(), await byKey()]).toEqual([401, 403]);
    await update(ada.user.id, USER_STATUS.active);
    expect([await me(), await byKey()]).toEqual([401, 200]);
  });

  it('is rejected for administrators, the caller included, and for unknown users', async () => {
    const other = await createPerson(context, { admin: true });
    for (const [id, code, status] of [
      [admin.user.id, 'forbidden', 403],
      [other.user.id, 'forbidden', 403],
      ['nobody', 'not_found', 404],
    ] as const) {
      const response = await update(id, USER_STATUS.inactive);
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
    expect((await context.accounts.get(other.user.id))?.status).toBe(1);
  });

  it.each([{ id: 'x' }, { id: 'x', status: 3 }, { id: '', status: 1 }, { status: 1 }])(
    'with %j answers 422',
    async (body) => {
      const response = await callHandler(context, routes.updateUser, {
        body,
        headers: admin.headers,
      });
      expect(response.status).toBe(422);
    },
  );

  it('writes a security log line that contains only ids', async () => {
    const id = await customer('Ada');
    await update(id, USER_STATUS.inactive);
    const lines = context.lines.filter((line) => line.includes('"security"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'warn',
        what: 'admin_action',
        account: id,
        by: admin.user.id,
        network: '203.0.113.5',
      }),
    ]);
    expect(context.lines.join('')).not.toContain('@');
  });
});
