import { makeCustomers } from './customers/make-customers.ts';
import { systemClock } from '../../functions/platform/system.ts';
import { startEngine } from '../support/dynamo.ts';
import { randomFrom } from '../support/random.ts';
import type { AdminFigures, AdminSettings } from './admin-client.ts';
import { report } from './figure.ts';
import { runProgram } from './run-program.ts';

const CUSTOMERS = 100_000;

/**
 * The administrators' list over a hundred thousand customers: the whole handler, from sign-in to
 * response, in a process of its own on the embedded table. The first one is that of a cold
 * function.
 */
export async function benchAdmin({ seed }: { seed: number }): Promise<void> {
  await using table = await startEngine();
  const db = table.db();
  const customers = { count: CUSTOMERS, random: randomFrom(seed), passwordHash: 'none' };
  await makeCustomers({ db, clock: systemClock }, customers, (made) => {
    if (made % 20_000 === 0) process.stderr.write(`${made} of ${CUSTOMERS} customers\n`);
  });

  const settings: AdminSettings = { endpoint: table.endpoint, table: table.name };
  const client = new URL('admin-client.ts', import.meta.url).pathname;
  const { output, peakMiB } = await runProgram([client, JSON.stringify(settings)]);
  const { coldMs, cases } = JSON.parse(output) as AdminFigures;
  report('admin.cold_first_response', coldMs, 'ms');
  for (const { name, total, p50, p95 } of cases) {
    report(`admin.${name}.hits`, total, 'customers');
    report(`admin.${name}.p50`, p50, 'ms');
    report(`admin.${name}.p95`, p95, 'ms');
  }
  report('admin.peak', peakMiB, 'MiB');
}
