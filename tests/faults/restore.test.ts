import { DynamoDBDocumentClient, paginateScan, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAccount } from '../../functions/privacy/close-account.ts';
import { startClosing } from '../../functions/privacy/delete-account.ts';
import { reapplyTombstones } from '../../functions/privacy/reapply-tombstones.ts';
import { type TestTable, startTable } from '../support/dynamo.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { createPerson } from '../support/people.ts';
import { testContext } from '../support/test-context.ts';
import { findPlacesContaining } from '../support/traces.ts';

/**
 * Row 46 of docs/operators/faults.md: a table is restored to a time before accounts were closed.
 */

let table: TestTable;
let restored: TestTable;
beforeAll(async () => {
  [table, restored] = await Promise.all([startTable(), startTable()]);
});
afterAll(async () => {
  await table.stop();
  await restored.stop();
});

async function restore(): Promise<void> {
  const [from, to] = [table, restored].map(({ client }) => DynamoDBDocumentClient.from(client));
  if (!from || !to) throw new Error('expected two tables');
  for await (const { Items = [] } of paginateScan({ client: from }, { TableName: table.name }))
    for (const Item of Items) await to.send(new PutCommand({ TableName: restored.name, Item }));
}

it('closes accounts that the restore has brought back, and no others', async () => {
  const before = testContext(table);
  const closedUser = await createPerson(before, { paid: true, firstName: 'Quirine' });
  const remainingUser = await createPerson(before);
  await restore();
  await startClosing(before, closedUser.user.id);
  const first = await before.closedAccounts.find(closedUser.user.id);

  const now = testContext(restored);
  now.clock.advance(3 * 86_400_000);
  expect(await now.accounts.get(closedUser.user.id)).toBeDefined();
  const closed = { tombstones: 1, closed: 1 };
  expect(await reapplyTombstones(now, before.closedAccounts)).toEqual(closed);
  expect(await reapplyTombstones(now, before.closedAccounts)).toEqual({ ...closed, closed: 0 });
  await closeAccount(now, { userId: closedUser.user.id }, Number.POSITIVE_INFINITY);

  expect(await now.accounts.get(closedUser.user.id)).toBeUndefined();
  expect(await now.accounts.get(remainingUser.user.id)).toEqual(remainingUser.user);
  const again = await now.closedAccounts.find(closedUser.user.id);
  expect([again?.closedAt, again?.emailHmac]).toEqual([first?.closedAt, first?.emailHmac]);
  const places = { table: restored, blobs: createMemoryBlobs() };
  expect(
    await findPlacesContaining(places, [closedUser.user.email, 'Quirine', closedUser.sessionId]),
  ).toEqual([]);
  expect(now.mails.map(({ id }) => id)).toEqual([`closed:${closedUser.user.id}`]);
});
