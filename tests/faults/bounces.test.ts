import { expect, it } from 'vitest';
import {
  runUntilRefundsConfirmed,
  expectSoundLedger,
  createMailing,
  createNoSuchMailboxBounce,
  notifyOfReport,
  fetchReport,
  submitReport,
} from '../support/bounce-reports.ts';
import { startFileTable } from '../support/file-table.ts';
import { type Crash, crashAtEachCall } from '../support/crash-at-each-call.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';

/** Row 71 of docs/faults.md: a worker that processes bounce reports is killed at every call. */

const EMAILS = ['gone1@a.fr', 'gone2@a.fr', 'ok1@a.fr', 'mute1@b.fr'];

const table = await startFileTable();

/** Reports bounces, kills the worker at one call, and expects the right result. */
async function surviveCrash(crash: Crash): Promise<void> {
  const world = await createPipelineHarness(table, { paid: true });
  await world.grant(EMAILS.length);
  const listId = await world.upload(EMAILS.join('\n'));
  await world.drain();
  const { outcomes } = world.context;
  const before = await outcomes.read();
  const rows = EMAILS.map(createNoSuchMailboxBounce);
  const id = await submitReport(world, { rows, sent: createMailing(world, listId) });

  await crash(world.faults, () => runUntilRefundsConfirmed(world));
  // SQS may also repeat a message that was processed.
  notifyOfReport(world, id);
  await runUntilRefundsConfirmed(world);
  await runUntilRefundsConfirmed(world);

  const { state, refunds } = await fetchReport(world, id);
  expect([state, refunds]).toEqual(['done', { refunded: 2, still_accepts: 1, inconclusive: 1 }]);
  expect((await expectSoundLedger(world)).available).toBe(2);
  // The killed worker may be the mail worker, which sends an email at most once.
  const mails = world.sent.filter(({ subject }) => subject.includes('2 credits have been added'));
  expect(mails.length).toBeLessThanOrEqual(1);
  const after = await outcomes.read();
  expect(after.reports - before.reports).toBe(1);
  const kept = [...world.blobs.objects.keys()].filter((key) => /^(bounces|reports)\//.test(key));
  expect(kept).toEqual([`reports/${world.userId}/${listId}/${id}`]);
  expect(world.dead).toEqual([]);
}

it('a worker that is killed at any of its calls refunds each verdict once', async () => {
  expect(await crashAtEachCall(surviveCrash)).toBeGreaterThan(25);
});
