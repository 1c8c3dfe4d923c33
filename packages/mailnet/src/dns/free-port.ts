const MAX_ATTEMPTS = 20;

/**
 * Starts several listeners on the same port. Port 0 retries until a port is free for all of them,
 * since one that is free for the first may be taken for the next.
 */
export async function listenOnFreePort<T>(port: number, listen: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await listen();
    } catch (error) {
      const mayRetry = port === 0 && attempt < MAX_ATTEMPTS;
      if (!mayRetry || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
        throw error;
    }
}
