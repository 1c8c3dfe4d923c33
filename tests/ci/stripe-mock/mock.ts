import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../../../lab/embedded/services/free-port.ts';
import { STRIPE_KEY } from '../../../lab/fake-stripe/tests/test-stripe.ts';
import type { ApiDescription } from './description.ts';
import type { RecordedExchange } from '../../support/recorder.ts';

export type StripeMock = Awaited<ReturnType<typeof startStripeMock>>;

/** Starts stripe-mock, which rejects every request that the description does not allow. */
export async function startStripeMock(executable: string, described: ApiDescription) {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-mock-'));
  const spec = join(folder, 'spec3.json');
  writeFileSync(spec, JSON.stringify(described));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const mock = spawn(executable, ['-spec', spec, '-http-port', String(port)], { stdio: 'ignore' });
  const exited = once(mock, 'exit');
  await Promise.race([
    responds(origin),
    exited.then(() => Promise.reject(new Error('stripe-mock exited'))),
  ]);
  return {
    /** Returns the error message of stripe-mock; undefined if it accepts the request. */
    async objection({
      method,
      url,
      body,
    }: Pick<RecordedExchange, 'method' | 'url' | 'body'>): Promise<string | undefined> {
      const response = await fetch(origin + url, {
        method,
        headers: {
          authorization: `Bearer ${STRIPE_KEY}`,
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { body }),
      });
      const text = await response.text();
      return response.status === 200 ? undefined : `${method} ${url} ${body.toString()}: ${text}`;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      mock.kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function responds(origin: string): Promise<void> {
  for (;;)
    try {
      await fetch(origin);
      return;
    } catch {
      await setTimeout(100);
    }
}
