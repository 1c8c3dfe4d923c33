import { startHttpService } from './http-service.ts';

/**
 * Finds a TCP port of the loopback interface that is not in use. Another program may take it before
 * the caller does, so use it only for a child that cannot choose its port itself. After something
 * responds on the port, check that the child is still alive.
 */
export async function freePort(): Promise<number> {
  const { port, close } = await startHttpService(() => {});
  await close();
  return port;
}
