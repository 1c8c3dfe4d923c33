import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port of the loopback interface that nothing listens on at the moment.
 * Another program may take it before the caller does, so only use it for a child that
 * cannot choose its port by itself, and check that the child lives after it responded.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') {
    throw new Error('The operating system gave no TCP port.');
  }
  return address.port;
}
