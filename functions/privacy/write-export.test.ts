import { beforeEach, describe, expect, it } from 'vitest';
import { type ExportAccountMessage, privacyMessage } from '../../shared/messages/privacy.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { crashAtSomeCalls } from '../../tests/support/crash-at-each-call.ts';
import { runAs } from '../../tests/support/invoke.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { testOwnerOf } from '../access/rules/owner.ts';
import { createGrantEntry } from '../credits/rules/ledger.ts';
import { privacy as handler } from './workers.ts';
import { writeExport } from './write-export.ts';

const table = await startFileTable();

const ENTRIES = 30;
/** Minimum part length in characters, about three entries. */
const PART_LENGTH = 400;
const LATE = 0;

let world: PipelineHarness;
let key: string;
let whole: string;
beforeEach(async () => {
  world = await createPipelineHarness(table);
  const { context, userId, blobs, queues } = world;
  key = `exports/${userId}/E1.json`;
  const entries = Array.from({ length: ENTRIES }, (_, at) => createGrantEntry(`adm:${at}`, 1, 'x'));
  await context.ledger.transact(userId, entries);
  const event = { endpointId: 'one', type: 'x', subject: 'x', payload: '{}' };
  for (const owner of [userId, testOwnerOf(userId)])
    for (let id = 0; id < 8; id += 1)
      await context.deliveries.add(owner, [{ ...event, id: String(id), at: context.clock.now() }]);
  await run(first(), Number.POSITIVE_INFINITY);
  whole = blobs.text(key);
  blobs.objects.clear();
  queues.waiting.length = 0;
});

const first = (): ExportAccountMessage => ({
  kind: 'export',
  v: 1,
  userId: world.userId,
  exportId: 'E1',
});

const run = (message: ExportAccountMessage, deadline = LATE, deps = world.context) =>
  runAs(handler, () => writeExport(deps, message, deadline, PART_LENGTH));

function takeMessage(): ExportAccountMessage | undefined {
  const { waiting } = world.queues;
  const at = waiting.findIndex(({ queue }) => queue === 'privacy');
  const [found] = at < 0 ? [] : waiting.splice(at, 1);
  const message = found && privacyMessage.parse(JSON.parse(found.body));
  return message?.kind === 'export' ? message : undefined;
}

/** Runs the export in many short runs. Returns the number of runs. */
async function runAll(deps = world.context): Promise<number> {
  let runs = 0;
  for (let next: ExportAccountMessage | undefined = first(); next; next = takeMessage()) {
    await run(next, LATE, deps);
    runs += 1;
    expect(runs).toBeLessThan(100);
  }
  return runs;
}

function expectOneFile(): void {
  expect([...world.blobs.objects.keys()]).toEqual([key]);
  // DynamoDB returns the members of an item in any order.
  expect(JSON.parse(world.blobs.text(key))).toEqual(JSON.parse(whole));
  const mails = world.queues.waiting.map(({ body }) => body);
  expect(new Set(mails).size).toBe(1);
}

describe('an export that does not fit one run', () => {
  it('continues in other runs with the same content, and reads each entry once', async () => {
    const { personalItems } = world.context;
    let entries = 0;
    const counting: typeof personalItems = {
      ...personalItems,
      rows: (owners, prefix, dataOf) =>
        personalItems.rows(owners, prefix, (item) => {
          if (prefix === 'ENTRY#') entries += 1;
          return dataOf(item);
        }),
    };
    expect(JSON.parse(whole)).toMatchObject({
      credits: { entries: { length: ENTRIES, 0: createGrantEntry('adm:0', 1, 'x') } },
      deliveries: { length: 16 },
    });
    expect(await runAll({ ...world.context, personalItems: counting })).toBeGreaterThan(10);
    expect(entries).toBe(ENTRIES);
    expectOneFile();
    expect(world.blobs.uploads.size).toBe(0);
  });

  it('has the same content after a crash at any call', async () => {
    const calls = await crashAtSomeCalls(async (crash) => {
      world.blobs.objects.clear();
      world.queues.waiting.length = 0;
      let current: ExportAccountMessage | undefined = first();
      await crash(world.faults, async () => {
        for (; current; current = takeMessage()) await run(current);
      });
      // The message of a crashed run is delivered again, even if the run had sent the next message.
      const messages = current ? [current] : [];
      for (let next; (next = takeMessage() ?? messages.shift());) await run(next);
      expectOneFile();
    });
    expect(calls).toBeGreaterThan(39);
  });

  it('has the same content if every message is delivered twice', async () => {
    const delivered = new Set<string>();
    for (let next: ExportAccountMessage | undefined = first(); next; next = takeMessage()) {
      if (!delivered.has(JSON.stringify(next))) await Promise.all([run(next), run(next)]);
      delivered.add(JSON.stringify(next));
    }
    expect(delivered.size).toBeGreaterThan(10);
    expectOneFile();
  });

  it('starts again if its upload has expired', async () => {
    await run(first());
    await run(takeMessage() ?? first());
    world.blobs.uploads.clear();
    expect(await world.blobs.size(key)).toBeUndefined();
    for (let next = takeMessage(); next; next = takeMessage()) await run(next);
    expectOneFile();
  });

  it('starts again if an earlier version wrote its first part, in another order', async () => {
    await run(first());
    const { from, ...message } = takeMessage() ?? first();
    expect(from).toMatchObject({ layout: 2 });
    const after = { PK: `USER#${world.userId}`, SK: 'EDIT#1#2' };
    if (from) await run({ ...message, from: { upload: from.upload, list: 4, key: after } });
    for (let next = takeMessage(); next; next = takeMessage()) await run(next);
    expectOneFile();
  });

  it('starts again if a repeated run has divided other entries into parts', async () => {
    await run(first());
    const second = takeMessage() ?? first();
    await run(second);
    const third = takeMessage();
    await world.context.ledger.transact(world.userId, [
      createGrantEntry('adm:1a', 1, 'x'.repeat(90)),
    ]);
    await run(second);
    takeMessage();
    for (let next = third; next; next = takeMessage()) await run(next);
    const { credits } = JSON.parse(world.blobs.text(key)) as { credits: { entries: unknown[] } };
    expect(credits.entries).toHaveLength(ENTRIES + 1);
  });
});
