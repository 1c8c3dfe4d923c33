import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { runOutsideFunction } from '../../../tests/support/invoke.ts';
import { deleteList } from '../history/delete-list.ts';

const table = await startFileTable();

/** `bad…` mailboxes do not exist, and `ok…` mailboxes do. */
const file = (bad: number, ok: number, domain: string, from = 0): string =>
  [
    ...Array.from({ length: bad }, (_, at) => `bad${from + at}@${domain}`),
    ...Array.from({ length: ok }, (_, at) => `ok${from + at}@${domain}`),
  ].join('\n');

async function createCustomer(isPaid: boolean): Promise<PipelineHarness> {
  const world = await createPipelineHarness(table, { paid: isPaid });
  await world.grant(5000);
  return world;
}

const upload = async (world: PipelineHarness, content: string): Promise<string> => {
  const listId = await world.upload(content);
  await world.drain();
  return listId;
};

const logOf = ({ context }: PipelineHarness): string[] =>
  context.lines.filter((line) => line.includes('addresses_guessed'));

describe('guessed addresses of a domain', () => {
  it('cancel the list of a trial account, which is charged for the verdicts so far', async () => {
    const world = await createCustomer(false);
    const listId = await upload(world, file(700, 300, 'acme.fr'));
    expect(await world.list(listId)).toMatchObject({ status: 6, reason: 'too_many_refusals' });
    const { charged = 0 } = (await world.list(listId)) ?? {};
    // Only one task was charged: the others started before its verdicts were counted, and were
    // slowed down.
    expect(charged).toBeLessThanOrEqual(60);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({
      consumed: charged,
      reserved: 0,
      available: 5000 - charged,
    });
    await expectInvariants(world);
    expect(logOf(world)).toHaveLength(1);
    world.engine.attempts.clear();
    const next = await upload(world, file(9, 1, 'acme.fr', 1000));
    expect(await world.list(next)).toMatchObject({ status: 6, charged: 0 });
    expect(world.engine.attempts.size).toBe(0);
    // The reconciler sends the email about each cancellation.
    await world.advanceMinutes(20, 5);
    expect(world.sent).toHaveLength(2);
    await expectInvariants(world);
  });

  it('are counted although the worker dies once per task while it counts them', async () => {
    const world = await createCustomer(false);
    const { domainReplies } = world.context;
    const add = domainReplies.add.bind(domainReplies);
    let calls = 0;
    domainReplies.add = async (...args) => {
      calls += 1;
      if (calls % 2 === 1) throw new Error('the worker died');
      return add(...args);
    };
    const listId = await upload(world, file(120, 0, 'crash.fr'));
    await world.advanceMinutes(5);
    expect(await world.list(listId)).toMatchObject({ status: 6, reason: 'too_many_refusals' });
    expect(await domainReplies.get(world.userId, 'crash.fr', world.context.clock.now())).toEqual({
      answered: 60,
      refused: 60,
    });
    await expectInvariants(world);
  });

  it('of a trial account are few in lists of nine that start together', async () => {
    const world = await createCustomer(false);
    for (let at = 0; at < 60; at += 1) await world.upload(file(9, 0, 'nine.fr', at * 9));
    await world.drain();
    await world.advanceMinutes(10);
    expect(world.engine.attempts.size).toBeLessThanOrEqual(120);
  });

  it('slow down a paying customer, whose list of an old directory still finishes', async () => {
    const world = await createCustomer(true);
    const listId = await upload(world, file(1800, 200, 'old.fr'));
    expect((await world.list(listId))?.processed).toBeLessThanOrEqual(120);
    await world.advanceMinutes(1);
    expect((await world.list(listId))?.processed).toBeLessThanOrEqual(180);
    expect(logOf(world)).toHaveLength(1);
    await world.advanceMinutes(60, 2);
    expect(await world.list(listId)).toMatchObject({ status: 7, processed: 2000, charged: 2000 });
    await expectInvariants(world);
  });

  it('count even if their list is deleted during verification', async () => {
    const world = await createCustomer(false);
    const verify = world.engine.verify.bind(world.engine);
    let listId = '';
    world.engine.verify = async function* (addresses, options) {
      await runOutsideFunction(() => deleteList(world.context, world.userId, listId));
      yield* verify(addresses, options);
    };
    listId = await world.upload(file(60, 0, 'silent.fr'));
    await world.drain();
    world.engine.verify = verify;
    world.engine.attempts.clear();
    const next = await upload(world, file(9, 0, 'silent.fr', 1000));
    expect(await world.list(next)).toMatchObject({ status: 6, reason: 'too_many_refusals' });
    expect(world.engine.attempts.size).toBe(0);
  });

  it('cancel every list of the account that is being verified when they are detected', async () => {
    const world = await createCustomer(false);
    const { clock, domainReplies } = world.context;
    const verify = world.engine.verify.bind(world.engine);
    world.engine.verify = async function* (addresses, options) {
      const others = { answered: 40, refused: 40 };
      await runOutsideFunction(() =>
        domainReplies.add(world.userId, 'twice.fr', others, clock.now()),
      );
      yield* verify(addresses, options);
    };
    const listId = await upload(world, file(40, 0, 'twice.fr'));
    const canceled = { status: 6, reason: 'too_many_refusals', charged: 40 };
    expect(await world.list(listId)).toMatchObject(canceled);
    await expectInvariants(world);
  });

  it('wait for their turn without polling', async () => {
    const world = await createCustomer(true);
    const { clock } = world.context;
    await upload(world, file(1800, 0, 'poll.fr'));
    const delaysMs = () => world.queues.waiting.map(({ visibleAt }) => visibleAt - clock.now());
    expect(Math.min(...delaysMs())).toBeGreaterThanOrEqual(20_000);
    clock.advance(20_000);
    await world.drain();
    // The next tasks of 60 addresses are allowed once the limit of 600 has 500 left.
    expect(Math.min(...delaysMs())).toBeGreaterThan(400_000);
  });

  it('are not suspected among many accepted addresses of other tasks', async () => {
    const world = await createCustomer(false);
    const content = Array.from({ length: 1060 }, (_, at) =>
      at < 1000 || at % 3 === 0 ? `ok${at}@big.fr` : `bad${at}@big.fr`,
    ).join('\n');
    const listId = await world.upload(content);
    await world.drain();
    expect((await world.list(listId))?.processed).toBe(59);
    // The tasks that started together wait once; then the accepted addresses let them run.
    world.context.clock.advance(20_000);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, invalid: 40 });
    expect(logOf(world)).toEqual([]);
  });

  it('are few in lists that start together, before any verdict is counted', async () => {
    const world = await createCustomer(true);
    const { domainReplies } = world.context;
    domainReplies.add = async () => ({ answered: 0, refused: 0 });
    for (let at = 0; at < 20; at += 1) await world.upload(file(29, 0, 'acme.fr', at * 29));
    await world.drain();
    expect(world.engine.attempts.size).toBe(58);
  });

  it.each([
    ['few', file(29, 0, 'small.fr')],
    ['less than most', file(60, 45, 'half.fr')],
    [
      'spread over domains',
      Array.from({ length: 60 }, (_, at) => file(2, 0, `d${at}.fr`)).join('\n'),
    ],
  ])('are not suspected when they are %s', async (_, content) => {
    const world = await createCustomer(false);
    const listId = await upload(world, content);
    await world.advanceMinutes(1);
    expect(await world.list(listId)).toMatchObject({ status: 7 });
    expect(logOf(world)).toEqual([]);
  });

  it('are not suspected at free mail providers', async () => {
    const world = await createCustomer(false);
    const verify = world.engine.verify.bind(world.engine);
    world.engine.verify = async function* (addresses, options) {
      for await (const { index } of verify(addresses, options)) {
        const found = createFakeVerdict(addresses[index] ?? '', 'undeliverable', 'no_such_mailbox');
        yield { index, verdict: { ...found, flags: { ...found.flags, free: true } } };
      }
    };
    const listId = await upload(world, file(100, 0, 'gmail.com'));
    expect(await world.list(listId)).toMatchObject({ status: 7, invalid: 100 });
  });
});
