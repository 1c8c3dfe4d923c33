import { startHttpService } from './http-service.ts';

/**
 * Finds a TCP port of the loopback interface that is not in use. Another program may take it before
 * the caller does, so only use it for a child that cannot choose its port itself, and check that
 * the child is still alive after something responded on the port.
 */
export async function freePort(): Promise<number> {
  const { port, close } = await startHttpService(() => {});
  await close();
  return port;
}
