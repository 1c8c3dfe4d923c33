const MAX_ATTEMPTS = 20;

/** Port 0 retries until a port is free for all listeners, not only for the first. */
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
