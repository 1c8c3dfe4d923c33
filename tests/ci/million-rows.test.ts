import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workerNeeds } from '../../infra/features/index.ts';
import { buyFirstPlan, getList, signUp, waitUntil, uploadList } from '../support/customer.ts';
import { listAddresses } from '../support/mailnet.ts';
import { measureProcesses } from '../support/process-stats.ts';
import { startStack, type TestStack } from '../support/stack.ts';

const ROWS = 1_000_000;
/** Number of rows whose verdict needs a simulated mail server; DNS alone decides all others. */
const SAMPLE_SIZE = 20_000;
const WORKERS = /^tamis-workers-(ingest|verify|finalize)$/;

let stack: TestStack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

function* rows(): Generator<string> {
  const sample = listAddresses(1, SAMPLE_SIZE);
  for (let n = 0; n < ROWS; n += 1)
    yield `${sample[n] ?? `prenom.nom${n}@societe-${n % 4000}.test`};"Société n° ${n}";Besançon`;
}

/** Records the peak resident memory of each worker process, in MiB. */
function recordPeaks(peaks: Map<string, number>): void {
  for (const { name, peakMib } of measureProcesses(stack.home)) {
    const [, worker] = WORKERS.exec(name) ?? [];
    if (worker !== undefined) peaks.set(worker, Math.max(peaks.get(worker) ?? 0, peakMib));
  }
}

it('a million rows are processed, and no worker uses all of its memory in the cloud', async () => {
  const customer = await signUp(stack, 'million@customer.test');
  await buyFirstPlan(stack, customer);
  await stack.command('grant-credits', customer.email, String(ROWS), '--why', 'integration test');
  const bytes = Buffer.from([...rows()].join('\n'));
  const id = await uploadList(customer, 'million', { name: 'million.csv', bytes });

  const peaks = new Map<string, number>();
  const start = Date.now();
  const list = await waitUntil(
    () => {
      recordPeaks(peaks);
      return getList(customer, id);
    },
    (detail) => detail?.status === 7,
    900,
  );
  console.log(`${ROWS} rows in ${(Date.now() - start) / 1000} s, peaks in MiB:`, peaks);
  expect(list).toMatchObject({ total_email: ROWS, processed: ROWS, duplicates: 0 });
  expect(list?.reasons.bad_syntax ?? 0).toBe(0);
  recordPeaks(peaks);
  expect([...peaks.keys()].toSorted()).toEqual(['finalize', 'ingest', 'verify']);
  for (const [worker, peak] of peaks)
    expect(peak).toBeLessThan(0.75 * (workerNeeds.get(worker)?.memoryMb ?? 0));

  const answer = await customer.api.download({ body: { file_id: id, type: 'all' } });
  if (answer.kind !== 'link') throw new Error('expected a link to the large result');
  const { body } = await fetch(answer.url);
  if (!body) throw new Error('the link has no content');
  let lines = 0;
  for await (const chunk of Readable.fromWeb(body))
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
  expect(lines).toBe(ROWS + 1);
}, 1_200_000);
