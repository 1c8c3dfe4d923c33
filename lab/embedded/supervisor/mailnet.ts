import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type RunningChild, startChild } from '../services/child-process.ts';
import { SAMPLE_SEED } from '../sample-services/sample-services.ts';
import type { PidFile } from '../services/pid-file.ts';
import type { Home } from './home.ts';

export const MailnetPorts = z.object({
  dnsPort: z.number(),
  smtpPort: z.number(),
  countersPort: z.number(),
});
export type MailnetPorts = z.output<typeof MailnetPorts>;

const CLI_FILE = fileURLToPath(new URL('../../../packages/mailnet/src/cli.ts', import.meta.url));

interface MailnetOptions {
  /** Divides greylisting delays and the response times of slow servers. */
  readonly timeScale: number;
  readonly home: Home;
  readonly pids: PidFile;
  readonly ports?: { readonly dnsPort: number; readonly smtpPort: number };
  /** Additional command-line options, which override the ones set here. */
  readonly args?: readonly string[] | undefined;
}

export async function startMailnet(
  { timeScale, home, pids, ports = { dnsPort: 0, smtpPort: 0 }, args = [] }: MailnetOptions,
  cleanup: AsyncDisposableStack,
): Promise<RunningChild<MailnetPorts>> {
  const started = await startChild(
    {
      name: 'mailnet',
      command: process.execPath,
      args: [
        CLI_FILE,
        `--seed=${SAMPLE_SEED}`,
        `--time-scale=${timeScale}`,
        `--dns-port=${ports.dnsPort}`,
        `--smtp-port=${ports.smtpPort}`,
        '--exit-with-stdin',
        ...args,
      ],
      pipes: true,
      async ready(child, signal) {
        if (child.stdout === null) throw new Error('has no standard output');
        const [line] = await once(createInterface(child.stdout), 'line', { signal });
        return MailnetPorts.parse(JSON.parse(String(line)));
      },
    },
    { logFile: home.log('mailnet'), pids },
  );
  return cleanup.adopt(started, ({ stop }) => stop());
}
