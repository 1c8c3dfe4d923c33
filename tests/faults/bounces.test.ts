import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  runUntilRefundsConfirmed,
  expectSoundLedger,
  createMailing,
  createNoSuchMailboxBounce,
  notifyOfReport,
  fetchReport,
  submitReport,
} from '../support/bounce-reports.ts';
import { type TestTable, startTable } from '../support/dynamo.ts';
import { CrashError } from '../support/faults.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';

/** Row 71 of docs/faults.md: a worker that processes bounce reports is killed at every call. */

const EMAILS = ['gone1@a.fr', 'gone2@a.fr', 'ok1@a.fr', 'mute1@b.fr'];

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** Reports bounces and kills the worker at one call. Returns false if there are fewer calls. */
async function surviveCrash(call: number, kind: 'before' | 'after'): Promise<boolean> {
  const world = await createPipelineHarness(table, { paid: true });
  await world.grant(EMAILS.length);
  const listId = await world.upload(EMAILS.join('\n'));
  await world.drain();
  const { outcomes } = world.context;
  const before = await outcomes.read();
  const rows = EMAILS.map(createNoSuchMailboxBounce);
  const id = await submitReport(world, { rows, sent: createMailing(world, listId) });

  world.faults.crashAt(call, kind);
  await runUntilRefundsConfirmed(world).catch((error: unknown) => {
    if (!(error instanceof CrashError)) throw error;
  });
  const died = world.faults.calls >= call;
  world.faults.restart();
  // SQS may also repeat a message that was processed.
  notifyOfReport(world, id);
  await runUntilRefundsConfirmed(world);
  await runUntilRefundsConfirmed(world);

  const context = [call, kind] as const;
  const { state, refunds } = await fetchReport(world, id);
  expect([context, state, refunds]).toEqual([
    context,
    'done',
    { refunded: 2, still_accepts: 1, inconclusive: 1 },
  ]);
  expect([context, (await expectSoundLedger(world)).available]).toEqual([context, 2]);
  // The killed worker may be the mail worker, which sends an email at most once.
  const mails = world.sent.filter(({ subject }) => subject.includes('2 credits have been added'));
  expect(mails.length).toBeLessThanOrEqual(1);
  const after = await outcomes.read();
  expect([context, after.reports - before.reports]).toEqual([context, 1]);
  const kept = [...world.blobs.objects.keys()].filter((key) => /^(bounces|reports)\//.test(key));
  expect(kept).toEqual([`reports/${world.userId}/${listId}/${id}`]);
  expect(world.dead).toEqual([]);
  return died;
}

it.each(['before', 'after'] as const)(
  'a worker that is killed %s any of its effects refunds each verdict once',
  async (kind) => {
    let calls = 1;
    while (await surviveCrash(calls, kind)) calls += 1;
    expect(calls).toBeGreaterThan(20);
  },
  120_000,
);
