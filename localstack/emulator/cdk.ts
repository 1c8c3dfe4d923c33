import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Emulator } from './emulator.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CDK = fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url));

/**
 * Runs the CDK for the stage `local` against an emulator.
 * @param output file descriptor for the CDK's output
 * @param cwd the folder in which the CDK looks for the app
 * @throws if the CDK fails
 */
export async function runCdk(
  { variables }: Emulator,
  args: readonly string[],
  output = 2,
  cwd = root,
): Promise<void> {
  const child = spawn(process.execPath, [CDK, ...args, '--context=stage=local', '--ci=false'], {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', output, output],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`cdk ${args[0]} failed.`);
}
