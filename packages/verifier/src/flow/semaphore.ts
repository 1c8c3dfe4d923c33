export function createSemaphore(count: number) {
  let free = count;
  const waiting: { order: number; proceed: () => void }[] = [];
  return {
    /** Resolves when the caller may run and must `release`. Waiters run by ascending `order`. */
    acquire(order = 0): Promise<void> {
      if (free >= 1) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((proceed) => {
        const before = waiting.findLastIndex((other) => other.order <= order);
        waiting.splice(before + 1, 0, { order, proceed });
      });
    },
    release(): void {
      const next = waiting.shift();
      if (next) next.proceed();
      else free += 1;
    },
  };
}
