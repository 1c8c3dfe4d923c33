import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../localstack/embedded/services/free-port.ts';
import { pageSizes } from '../../web/page-sizes.ts';
import { startChromiumAt } from '../browser/chromium.ts';
import { signUp, upload, waitForStatus } from '../support/customer.ts';
import { startStack } from '../support/stack.ts';
import { percentile, report } from './figure.ts';
import { type Grades, gradePage } from './lighthouse.ts';

/** One run says little of a page's speed: the median of these counts. */
const RUNS = 3;

/** The least that is accepted, of 100. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** The most: how far a page jumps while it loads (https://web.dev/articles/cls). */
const SHIFT = 0.02;

/** What the web app makes a browser load, and what Lighthouse says of it. */
export async function benchWeb(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-web-'));
  await using running = new AsyncDisposableStack();
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  // It builds the app.
  const stack = running.use(await startStack());
  for (const { what, kib, limit } of pageSizes('dist/web'))
    hold(kib <= limit, report(`${what}: gzipped`, kib, 'KiB', limit).name);

  const port = await freePort();
  const browser = await startChromiumAt(folder, port);
  running.defer(() => browser.close());
  await grade('login', `${stack.url}/login`, port);

  const customer = await signUp(stack, 'bench@customer.test');
  const file = { name: 'a.txt', bytes: Buffer.from('someone@no-such-domain.test') };
  await waitForStatus(customer, await upload(customer, 'A list', file));
  await browser.addCookies([{ name: 'session', value: customer.token, url: stack.url }]);
  await grade('dashboard', `${stack.url}/dashboard`, port);
}

async function grade(page: string, url: string, port: number): Promise<void> {
  const runs: Grades[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await gradePage(url, port));
  const middle = (figure: (grades: Grades) => number): number => percentile(runs.map(figure));

  for (const [category, least] of Object.entries(LEAST)) {
    const value = middle(({ categories }) => categories[category] ?? Number.NaN);
    hold(value >= least, report(`${page}: ${category}`, value, 'of 100', least).name);
  }
  const shift = middle((grades) => grades.shift);
  hold(shift <= SHIFT, report(`${page}: layout shift`, shift, 'CLS', SHIFT).name);
  report(
    `${page}: largest paint`,
    middle((grades) => grades.paintMs),
    'ms',
  );
  report(
    `${page}: blocked`,
    middle((grades) => grades.blockedMs),
    'ms',
  );
  for (const fault of new Set(runs.flatMap(({ faults }) => faults)))
    console.error(`${page}: ${fault}`);
}

function hold(kept: boolean, name: string): void {
  if (kept) return;
  console.error(`missed: ${name}`);
  process.exitCode = 1;
}
