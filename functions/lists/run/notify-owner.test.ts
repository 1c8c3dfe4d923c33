import { beforeEach, expect, it } from 'vitest';
import { startTable } from '../../../tests/support/dynamo.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createPipelineHarness } from '../../../tests/support/pipeline-harness.ts';
import { type Person, createPerson } from '../../../tests/support/people.ts';
import { type TestContext, testContext } from '../../../tests/support/test-context.ts';
import {
  createDebitEntry,
  createGrantEntry,
  createReserveEntry,
} from '../../credits/rules/ledger.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { sendLowBalanceAlert } from './notify-owner.ts';

let context: TestContext;

const table = await startFileTable();
beforeEach(() => {
  context = testContext(table);
});

const sentMailIds = () => [...new Set(context.mails.map(({ id }) => id))];

async function mailIdsAfterList({ user: { id: userId } }: Person): Promise<readonly string[]> {
  const listId = context.ids.ulid(context.clock.now());
  const upload = {
    userId,
    listId,
    name: 'L',
    sourceName: 'l.csv',
    createdAt: '2026-01-01T00:00:00Z',
  };
  await context.lists.addUpload(upload, context.clock.now());
  const list = await context.lists.create(userId, listId, context.clock.now());
  if (!list) throw new Error('list not created');
  await sendLowBalanceAlert(context, list);
  return sentMailIds();
}

it('warns a paying customer once until credits arrive', async () => {
  const ada = await createPerson(context, { paid: true });
  const { id } = ada.user;
  const { ledger } = context;
  await ledger.transact(id, [createGrantEntry('a', 200, 'test')]);
  await ledger.transact(id, [createDebitEntry('1', 100)]);
  expect(await mailIdsAfterList(ada)).toEqual([]);
  await ledger.transact(id, [createDebitEntry('2', 1)]);
  expect(await mailIdsAfterList(ada)).toHaveLength(1);
  await ledger.transact(id, [createDebitEntry('3', 1)]);
  expect(await mailIdsAfterList(ada)).toHaveLength(1);
  expect(context.mails[0]).toMatchObject({
    to: ada.user.email,
    content: { template: 'low_credits', params: { available: 99 } },
  });
  await ledger.transact(id, [createGrantEntry('b', 50, 'test'), createDebitEntry('4', 60)]);
  expect(await mailIdsAfterList(ada)).toHaveLength(2);
});

it('sends no warning while other lists have a reservation or to a customer who never paid', async () => {
  const ada = await createPerson(context, { paid: true });
  await context.ledger.transact(ada.user.id, [
    createGrantEntry('a', 50, 't'),
    createReserveEntry('L', 1, 10),
  ]);
  expect(await mailIdsAfterList(ada)).toEqual([]);
  const bob = await createPerson(context);
  await context.ledger.transact(bob.user.id, [createGrantEntry('b', 50, 'test')]);
  expect(await mailIdsAfterList(bob)).toEqual([]);
});

it.each(['mailQueue.send', 'db.transact'])(
  'warns although %s fails once the list has finished',
  async (call) => {
    const own = await startTable();
    const world = await createPipelineHarness(own, { paid: true });
    await world.grant(5);
    const listId = await world.upload('ok1@a.fr\n');
    const { update } = world.context.lists;
    world.context.lists.update = async (list, transition) => {
      const updated = await update(list, transition);
      if (updated?.status !== LIST_STATUS.finished) return updated;
      world.context.lists.update = update;
      world.faults.failWhen((name) => (name === call ? 'before' : undefined));
      return updated;
    };
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: LIST_STATUS.finished });
    world.faults.failWhen(undefined);
    await world.advanceMinutes(30);
    const subjects = world.sent.map(({ subject }) => subject);
    await own.stop();
    expect(subjects).toContain('You are running out of credits');
  },
);
