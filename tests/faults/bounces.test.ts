import { describe, expect, it } from 'vitest';
import { bounceUploadKey } from '../../functions/bounces/rules/blob-keys.ts';
import { MAX_READ_MS } from '../../functions/bounces/rules/report.ts';
import { workerNeeds } from '../../infra/features/index.ts';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import {
  runUntilRefundsConfirmed,
  expectSoundLedger,
  createMailing,
  createNoSuchMailboxBounce,
  notifyOfReport,
  fetchReport,
  submitReport,
  submitReportFile,
} from '../support/bounce-reports.ts';
import { startFileTable } from '../support/file-table.ts';
import { type Crash, crashAtEachCall } from '../support/crash-at-each-call.ts';
import { CrashError } from '../support/faults.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/**
 * Rows 50 and 71 of docs/operators/faults.md: workers that are killed while they process bounce
 * reports.
 */

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
  expect([state, refunds]).toEqual(['done', { refunded: 2, still_accepts: 1, review: 1 }]);
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

/** Kills every run that makes a call. */
const killReading = ({ faults }: PipelineHarness, call: string): void =>
  faults.failWhen((name) => {
    if (name !== call) return undefined;
    faults.crashAt(1, 'before');
    throw new CrashError(name);
  });

/** Delivers visible messages. Killed processes restart. */
async function drainAndRestart(world: PipelineHarness): Promise<void> {
  const { context, faults, queues } = world;
  for (;;) {
    const next = queues.waiting.find(({ visibleAt }) => visibleAt <= context.clock.now());
    if (!next) return;
    await world.deliver(next);
    faults.restart();
  }
}

async function advance(world: PipelineHarness, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.context.clock.advance(MINUTE_MS);
    await drainAndRestart(world);
  }
}

const FILE = 'email,text\nok1@a.fr,550 5.1.1 no such user\n';
const GIVEN_UP = { state: 'failed', error: 'unreadable_file' };

describe('a report', () => {
  it('whose every run is killed ends as failed after five runs, and the next one is read', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    const { context, userId } = world;
    let runs = 0;
    const { bytes } = world.blobs;
    world.blobs.bytes = async (...read) => {
      runs += 1;
      return bytes(...read);
    };
    killReading(world, 'blobs.put');
    const killed = await submitReportFile(world, 'killed.csv', FILE);
    await advance(world, 15);
    expect(await context.reports.get(userId, killed)).toMatchObject({ state: 'reading' });
    await advance(world, 105);
    world.faults.failWhen(undefined);
    expect([await fetchReport(world, killed), runs]).toMatchObject([GIVEN_UP, 5]);
    expect(await world.blobs.size(bounceUploadKey({ userId, reportId: killed }))).toBeUndefined();
    const next = await submitReportFile(world, 'next.csv', FILE);
    await advance(world, 1);
    expect(await fetchReport(world, next)).toMatchObject({ state: 'done' });
    expect(world.dead).toEqual([]);
  });

  it('whose every run fails ends as failed before its message is a dead letter', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    world.faults.failWhen((name) => (name === 'blobs.put' ? 'before' : undefined));
    const id = await submitReportFile(world, 'fails.csv', FILE);
    await advance(world, 40);
    expect(await fetchReport(world, id)).toMatchObject({ state: 'reading' });
    await advance(world, 30);
    expect(await fetchReport(world, id)).toMatchObject(GIVEN_UP);
    expect(world.dead).toEqual([]);
  });

  it('is read after a short outage', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    world.faults.failWhen((name) => (name === 'blobs.put' ? 'before' : undefined));
    const id = await submitReportFile(world, 'late.csv', FILE);
    await advance(world, 20);
    world.faults.failWhen(undefined);
    await advance(world, 15);
    expect(await fetchReport(world, id)).toMatchObject({ state: 'done' });
  });

  it('waits while another one of its owner is read, and delays no other owner', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    const other = await createPipelineHarness(table, { paid: true });
    const first = await submitReportFile(world, 'first.csv', FILE);
    const ids = [first, await submitReportFile(world, 'second.csv', FILE)];
    const others = await submitReportFile(other, 'other.csv', FILE);
    const states = async () =>
      Promise.all(ids.map(async (id) => (await fetchReport(world, id)).state));
    const { bytes } = world.blobs;
    const seen: unknown[] = [];
    world.blobs.bytes = async (...read) => {
      world.blobs.bytes = bytes;
      // The same file may be uploaded again while it is read.
      notifyOfReport(world, first);
      for (let turn = 0; turn < 2; turn += 1) await world.deliverQueue('bounces');
      seen.push(await states());
      await other.drain();
      seen.push((await fetchReport(other, others)).state);
      return bytes(...read);
    };
    await world.drain();
    expect(seen).toEqual([['reading', 'waiting'], 'done']);
    await advance(world, 2);
    expect(await states()).toEqual(['done', 'done']);
  });

  it('has runs that Lambda ends after their maximum duration', () => {
    expect(workerNeeds.get('readBounces')?.timeoutSeconds).toBe(MAX_READ_MS / 1000);
  });
});
