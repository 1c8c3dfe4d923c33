import { expect, it } from 'vitest';
import { USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import { routes } from '../../tests/support/routes.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';

const table = await startFileTable();

async function stage() {
  const world = await createPipelineHarness(table);
  const admin = await createPerson(world.context, { admin: true });
  await world.grant(10);
  const listId = await world.upload('ok1@a.fr\nok2@a.fr\n');
  const statusIs = (status: number) => async () => (await world.list(listId))?.status === status;
  const update = (status: UserStatus) =>
    callHandler(world.context, routes.updateUser, {
      body: { id: world.userId, status },
      headers: admin.headers,
    });
  return { world, listId, statusIs, update };
}

it('a deactivation pauses running lists, and an activation resumes them to their end', async () => {
  const { world, listId, statusIs, update } = await stage();
  await world.drain(statusIs(3));
  await update(USER_STATUS.inactive);
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 5, reason: 'account_inactive' });
  expect((await world.context.ledger.balance(world.userId)).reserved).toBe(2);
  const renewal = { kind: 'renewal', v: 1, userId: world.userId };
  expect(world.context.stripeEvents).toContainEqual(renewal);

  await update(USER_STATUS.active);
  await world.drain(statusIs(7));
  expect(await world.list(listId)).toMatchObject({ status: 7, valid: 2, charged: 2 });
});

it('lists follow the final status if two administrators disagree', async () => {
  const { world, listId, update } = await stage();
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([update(USER_STATUS.inactive), update(USER_STATUS.active)]);
    await world.drain();
    const currentStatus = (await world.context.accounts.get(world.userId))?.status;
    const list = await world.list(listId);
    // A list that finished after an activation stays finished.
    expect(currentStatus === USER_STATUS.inactive ? [5, 7] : [7]).toContain(list?.status);
  }
  await update(USER_STATUS.active);
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 7, valid: 2, charged: 2 });
});
