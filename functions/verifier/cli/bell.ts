/** Something one side waits for and the other side rings; ringing before anyone waits is lost. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or after `ms` when given. One at a time. */
  heard(ms?: number): Promise<void>;
}

export function createBell(): Bell {
  let waiting: (() => void) | undefined;
  return {
    ring() {
      waiting?.();
      waiting = undefined;
    },
    heard: (ms) =>
      new Promise((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
        waiting = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
