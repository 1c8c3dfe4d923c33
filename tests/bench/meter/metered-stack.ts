import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionRun } from '../../../lab/embedded/lambda/environment.ts';
import { openHome } from '../../../lab/embedded/supervisor/home.ts';
import { createStartProgress } from '../../../lab/embedded/supervisor/progress.ts';
import { readStackFile } from '../../../lab/embedded/supervisor/stack-file.ts';
import { startEmbeddedStack } from '../../../lab/embedded/supervisor/stack.ts';
import { buildStaleFunctions } from '../../support/build-functions.ts';
import { connectToStack } from '../../support/stack.ts';
import type { MailnetCounters } from '../../support/mailnet.ts';
import { startRecorder } from '../../support/recorder.ts';
import { withReturnConsumedCapacity, type MeteredRequest, meterRequest } from './metered.ts';

export interface StackActivity {
  readonly requests: readonly MeteredRequest[];
  readonly runs: readonly FunctionRun[];
  readonly logLines: readonly string[];
  readonly mail: MailnetCounters;
}

/**
 * Starts an embedded stack in this process, which records its requests to AWS services and the runs
 * of its functions.
 * @param timeScale divides the product's delays and greylisting delays; servers take their full
 * time to respond
 * @param delayMs one-way network delay between the product and mail servers
 */
export async function startMeteredStack({
  timeScale,
  delayMs,
}: {
  timeScale: number;
  delayMs: number;
}) {
  await buildStaleFunctions();
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tamis-metered-'));
  starting.defer(() => rmSync(folder, { recursive: true, force: true }));
  const home = openHome(folder);
  let runs: FunctionRun[] = [];
  let requests: MeteredRequest[] = [];
  const stack = await startEmbeddedStack(
    { port: 0, watch: false, internet: false, timeScale },
    home,
    createStartProgress(() => undefined),
    {
      async tap(service, url) {
        const recorder = await startRecorder(
          url,
          (exchange) => void requests.push(meterRequest(service, exchange)),
          service === 'dynamodb' ? withReturnConsumedCapacity : undefined,
        );
        starting.defer(() => recorder.close());
        return recorder.url;
      },
      onRun: (run) => void runs.push(run),
      mailnet: [`--delay-ms=${delayMs}`, '--time-scale=1', `--greylist-scale=${timeScale}`],
    },
  );
  starting.defer(() => stack.stop());
  const counters = `http://127.0.0.1:${readStackFile(home)?.mailnet?.countersPort}`;
  let logged = 0;

  const running = starting.move();
  return {
    service: connectToStack(folder),
    /** Returns the activity since the previous call. */
    async take(): Promise<StackActivity> {
      const mail = (await (await fetch(counters)).json()) as MailnetCounters;
      await fetch(`${counters}/reset`, { method: 'POST' });
      const log = readFileSync(home.log('functions'));
      const logLines = log.subarray(logged).toString().trimEnd().split('\n');
      logged = log.length;
      const taken = { requests, runs, logLines, mail };
      [requests, runs] = [[], []];
      return taken;
    },
    [Symbol.asyncDispose]: (): Promise<void> => running.disposeAsync(),
  };
}
