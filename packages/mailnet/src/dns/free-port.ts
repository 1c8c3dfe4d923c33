const MAX_ATTEMPTS = 20;

/** With port 0, retries until the chosen port is free for every listener, such as UDP and TCP. */
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
