import type { RowFilter, RowsFrom } from '../../shared/contract/list-rows.ts';
import { type Customer, signUp, upload, waitForStatus } from '../support/customer.ts';
import { listAddresses } from '../support/mailnet.ts';
import { startStack } from '../support/stack.ts';
import { percentile, report } from './figure.ts';

const ROWS = 1_000_000;
/** One row in so many is asked of a simulated mail server; of the others, DNS knows no domain. */
const ASKED_EVERY = 50;
const RUNS = 20;
/** What a call that searches reads at most, in bytes. */
const SEARCHED = 12 * 1024 * 1024;

function* file(seed: number): Generator<string> {
  const asked = listAddresses(seed, ROWS / ASKED_EVERY);
  for (let row = 0; row < ROWS; row += 1) {
    const address = row % ASKED_EVERY === 0 ? asked[row / ASKED_EVERY] : undefined;
    const town = row % 1000 === 500 ? 'Rare' : 'Besançon';
    yield `${address ?? `prenom.nom${row}@societe-${row % 4000}.test`};"Société n° ${row}";${town}\n`;
  }
}

/** What a page of the table asks for, and then for the one behind it. */
const CASES: readonly (readonly [string, RowFilter & RowsFrom])[] = [
  ['first', {}],
  ['far_in', { offset: 900_000 }],
  ['status', { status: 'risky' }],
  ['status_far_in', { status: 'deliverable', offset: 10_000 }],
  ['reason', { reason: 'mailbox_full' }],
  ['domain', { domain: 'societe-17.test' }],
  ['text_much', { q: 'PRENOM' }],
  ['text_little', { q: 'rare' }],
  ['text_nothing', { q: 'nowhere' }],
  ['text_accents', { q: 'NÎMES' }],
  ['text_of_every_line', { q: 'accepted' }],
];

/**
 * Pages of the table of a real list of a million rows, over HTTP from the local stack, beside the
 * least that such a call takes: one that reads the list alone, and for a search of a text also the
 * same bytes from the bucket.
 */
export async function benchRows({ seed }: { seed: number }): Promise<void> {
  await using stack = await startStack({ env: { LIMIT_FACTOR: '1000' } });
  const customer = await signUp(stack, 'bench@customer.test');
  await stack.command('grant-credits', customer.email, String(ROWS), '--why', 'bench');
  const bytes = Buffer.from([...file(seed)].join(''));
  const started = performance.now();
  const id = await upload(customer, 'A million', { name: 'million.csv', bytes });
  await waitForStatus(customer, id, 7, 1800);
  report('rows.list', (performance.now() - started) / 1000, 's');
  await measure(customer, id);
}

async function measure({ api }: Customer, id: string): Promise<void> {
  const params = { id };
  const timed = async <T>(times: number[], call: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const response = await call();
    times.push(performance.now() - started);
    return response;
  };
  const cold: number[] = [];
  await timed(cold, () => api.listRows({ params, query: {} }));
  report('rows.first.cold', cold[0] ?? Number.NaN, 'ms');

  const answer = await api.download({ body: { file_id: id, type: 'all' } });
  if (answer.kind !== 'link') throw new Error('a large result is answered by a link');
  const range = { range: `bytes=0-${SEARCHED - 1}` };
  const floors = { list: [] as number[], bytes: [] as number[] };
  const calls = new Map<string, number[]>(CASES.map(([name]) => [name, []]));
  for (let run = 0; run < RUNS; run += 1) {
    await timed(floors.list, () => api.getFile({ params }));
    await timed(floors.bytes, async () =>
      (await fetch(answer.url, { headers: range })).arrayBuffer(),
    );
    for (const [name, query] of CASES) {
      const times = calls.get(name) ?? [];
      const { offset, ...filter } = query;
      const { data } = await timed(times, () => api.listRows({ params, query }));
      if (offset !== undefined || data.next === null) continue;
      const next = { ...filter, cursor: data.next };
      await timed(times, () => api.listRows({ params, query: next }));
    }
  }
  const list = percentile(floors.list);
  const both = list + percentile(floors.bytes);
  for (const [name, times] of calls) {
    const floor = name.startsWith('text_') && name !== 'text_much' ? both : list;
    report(`rows.${name}.p50`, percentile(times), 'ms', floor);
    report(`rows.${name}.p95`, percentile(times, 95), 'ms', floor);
  }
}
