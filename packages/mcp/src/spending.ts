import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The first credits of a day, which assistants start without anybody being asked. */
export const UNASKED = 100;

export type Spending = ReturnType<typeof createSpending>;

/**
 * What assistants start in a day (UTC), summed over all servers of a person. The sum outlives them in
 * a file, a line a start, which is written before it is read: no two oversee each other.
 * @param folder holds the file of the day, which is for its owner alone
 */
export function createSpending(
  folder: string,
  maxADay: number,
  now: () => number,
  newId: () => string,
) {
  const today = (): string => `assistants-${new Date(now()).toISOString().slice(0, 10)}.txt`;

  function write(key: string, credits: number): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder))
      if (name.startsWith('assistants-') && name !== today())
        rmSync(join(folder, name), { force: true });
    appendFileSync(join(folder, today()), `${JSON.stringify([key, credits])}\n`, { mode: 0o600 });
  }

  /** Credits by key, and by id while they are counted; the last line of each holds. */
  function read(): ReadonlyMap<string, number> {
    const file = join(folder, today());
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return new Map(lines.map((line) => JSON.parse(line) as [string, number]));
  }

  const started = (): number => [...read().values()].reduce((sum, credits) => sum + credits, 0);

  return {
    /**
     * Counts a start before it is made and for good: one credit an address, once for a key. Where it
     * takes the agreement of the person (`ask`), or no agreement helps (`over`), it counts nothing.
     * @param unasked the sum of a day up to which it needs no agreement
     */
    count(key: string, credits: number, unasked: number): 'counted' | 'ask' | 'over' {
      if (read().has(key)) return 'counted';
      // By an id of its own: another server may be asked for the same start at the same moment.
      const id = newId();
      write(id, credits);
      const sum = started();
      const isAllowed = sum <= Math.min(maxADay, unasked);
      if (isAllowed) write(key, credits);
      write(id, 0);
      return isAllowed ? 'counted' : sum <= maxADay ? 'ask' : 'over';
    },
    /** Credits that may still be started on this day. */
    left: (): number => maxADay - started(),
  };
}
