import { startHttpService } from './http-service.ts';

/**
 * A TCP port of the loopback interface that nothing listens on at the moment.
 * Another program may take it before the caller does, so only use it for a child that
 * cannot choose its port by itself, and check that the child lives after it responded.
 */
export async function freePort(): Promise<number> {
  const { port, close } = await startHttpService(() => {});
  await close();
  return port;
}
