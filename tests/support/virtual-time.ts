/** Time that passes only while everybody sleeps; real work between two sleeps takes none of it. */
export interface VirtualTime {
  /** Milliseconds since the beginning. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Starts all parties, and lets time pass until they are done. None sleeps outside of it. */
  run(parties: readonly (() => Promise<void>)[]): Promise<void>;
}

export function createVirtualTime(): VirtualTime {
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let now = 0;
  let awake = 0;

  const pass = (): void => {
    awake -= 1;
    if (awake > 0 || sleepers.length === 0) return;
    const next = sleepers.reduce((first, each) => (each.at < first.at ? each : first));
    sleepers.splice(sleepers.indexOf(next), 1);
    now = next.at;
    awake = 1;
    next.wake();
  };

  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: now + ms, wake });
        pass();
      }),
    async run(parties) {
      awake = parties.length;
      await Promise.all(parties.map((party) => party().finally(pass)));
    },
  };
}
