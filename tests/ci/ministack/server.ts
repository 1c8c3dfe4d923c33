import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../../lab/embedded/services/free-port.ts';

/** Starts MiniStack on a free port, until `stop` is called. It becomes ready some seconds later. */
export async function startMinistack() {
  const port = await findFreePort();
  const child = spawn('.tamis/ministack/bin/ministack', {
    env: { ...process.env, GATEWAY_PORT: String(port), MINISTACK_HOST: 'localhost' },
    stdio: 'ignore',
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, 'exit');
  };
  return { endpoint: `http://localhost:${port}`, stop };
}
