import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Runs Node in a separate process, whose memory is freed when it exits.
 * @throws an Error with the output on standard error if the process fails
 */
export async function runNode(
  file: string,
  args: readonly string[] = [],
  env = process.env,
): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(errors.trim() || `${file} ended with code ${code}`);
}
