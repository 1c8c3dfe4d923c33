const ATTEMPTS = 20;

/**
 * Listens where several listeners must have the same port. Port 0 finds one that is free for all of
 * them: a free one of the first may be taken for the next.
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
