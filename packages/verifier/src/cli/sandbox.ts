import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Entry point of the mailnet: in the workspace, its source, because the package is not built. */
const MAILNET = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../mailnet/src/cli.ts', import.meta.url)
    : import.meta.resolve('@tamis/mailnet/cli'),
);

/** Starts the simulated mail internet in a child process. @throws Error if it does not start */
export async function startSandbox(timeScale: number) {
  const child = spawn(
    process.execPath,
    [MAILNET, '--seed', '1', '--time-scale', String(timeScale), '--exit-with-stdin'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const { dnsPort, smtpPort } = JSON.parse(line) as { dnsPort: number; smtpPort: number };
    child.unref();
    return { dnsPort, smtpPort, stop: () => child.kill() };
  }
  throw new Error('The simulated mail internet did not start.');
}
