const ATTEMPTS = 20;

/**
 * Starts several listeners on the same port. Port 0 retries until a port is free for all of them,
 * since one that is free for the first may be taken for the next.
 */
export async function onFreePort<T>(port: number, listen: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await listen();
    } catch (error) {
      const luck = port === 0 && attempt < ATTEMPTS;
      if (!luck || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
        throw error;
    }
}
