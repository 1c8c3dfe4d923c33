import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startChild } from '../services/child-process.ts';
import type { ChildOptions, RunningChild } from '../services/child-process.ts';

const ready = z.object({ dnsPort: z.number(), smtpPort: z.number(), countersPort: z.number() });

export type MailnetPorts = z.output<typeof ready>;

const CLI = fileURLToPath(new URL('../mailnet/cli.ts', import.meta.url));

/**
 * Starts the simulated mail internet in a process of its own, on free ports.
 * @param timeScale divides greylist windows and the time slow servers take
 */
export const startMailnetProcess = (
  seed: number,
  timeScale: number,
  options: ChildOptions,
): Promise<RunningChild<MailnetPorts>> =>
  startChild(
    {
      name: 'mailnet',
      command: process.execPath,
      args: [CLI, `--seed=${seed}`, `--time-scale=${timeScale}`, '--exit-with-stdin'],
      pipes: true,
      async ready(child, signal) {
        if (child.stdout === null) throw new Error('has no standard output');
        const [line] = await once(createInterface(child.stdout), 'line', { signal });
        return ready.parse(JSON.parse(String(line)));
      },
    },
    options,
  );
