import { startHttpService } from './http-service.ts';

/**
 * Finds a TCP port that is free on the loopback interface. Another program may take it before the
 * caller does, so use this only for a child that cannot choose its port itself, and check that the
 * child is still alive once something responds on the port.
 */
export async function findFreePort(): Promise<number> {
  const { port, close } = await startHttpService(() => {});
  await close();
  return port;
}
