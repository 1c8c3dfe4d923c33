import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../../lab/embedded/services/free-port.ts';

/**
 * Starts MiniStack on a free port, until `stop` is called. It becomes ready some seconds later.
 * @param variables its settings, and environment variables of functions
 */
export async function startMinistack(variables: Readonly<Record<string, string>> = {}) {
  const port = await findFreePort();
  const child = spawn('.tamis/ministack/bin/ministack', {
    env: { ...process.env, GATEWAY_PORT: String(port), MINISTACK_HOST: 'localhost', ...variables },
    stdio: 'ignore',
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, 'exit');
  };
  return { endpoint: `http://localhost:${port}`, stop };
}
