import { expect, it } from 'vitest';
import { type CloseAccountMessage, privacyMessage } from '../../shared/messages/privacy.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { runAs } from '../../tests/support/invoke.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { createGrantEntry } from '../credits/rules/ledger.ts';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { userPartition } from '../platform/dynamo/key.ts';
import { closeAccount } from './close-account.ts';
import { startClosing } from './delete-account.ts';
import { privacy as handler } from './workers.ts';

const table = await startFileTable();

const ENTRIES = 200;
const LISTS = 3;

it('continues closing an account in further runs, each of which resumes after the last item', async () => {
  const world = await createPipelineHarness(table);
  const { context, userId, queues } = world;
  const entries = Array.from({ length: ENTRIES }, (_, at) => createGrantEntry(`adm:${at}`, 1, 'x'));
  for (let at = 0; at < ENTRIES; at += 50)
    await context.ledger.transact(userId, entries.slice(at, at + 50));
  for (let list = 0; list < LISTS; list += 1) await world.upload('ok1@a.fr\n');
  await world.drain();
  await startClosing(context, userId);
  queues.waiting.length = 0;

  /** Runs past the deadline as long as each run queues another message. Returns each run's step. */
  const close = async (): Promise<unknown[]> => {
    const steps: unknown[] = [];
    let from: CloseAccountMessage['from'];
    for (;;) {
      const run = await runAs(handler, () => closeAccount(context, { userId, from }, 0));
      if (run['outcome'] !== 'requeued') return [...steps, run['outcome']];
      steps.push(run['step']);
      const sent = queues.waiting.find(({ queue }) => queue === 'privacy')?.body ?? '';
      queues.waiting.length = 0;
      const message = privacyMessage.parse(JSON.parse(sent));
      from = message.kind === 'close' ? message.from : undefined;
    }
  };
  const steps = await close();
  expect(steps.slice(0, LISTS + 1)).toEqual(['lists', 'lists', 'lists', 'items']);
  expect(steps.at(-1)).toBe('deferred');
  context.clock.advance(2 * HOUR_MS);
  const lateSteps = await close();
  expect([lateSteps[0], lateSteps.at(-1)]).toEqual(['end', 'done']);
  for (const { length } of [steps, lateSteps]) {
    expect(length).toBeGreaterThan(ENTRIES);
    expect(length).toBeLessThan(1.2 * ENTRIES);
  }
  let kept = 0;
  for await (const item of context.db.query({ partition: userPartition(userId) })) {
    expect(item['ttl']).toBeGreaterThan(0);
    kept += 1;
  }
  expect(kept).toBeGreaterThan(ENTRIES);
});
