import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Credits per day that assistants may spend without asking a person. */
export const UNCONFIRMED_CREDITS_PER_DAY = 100;

export type SpendingTracker = ReturnType<typeof createSpendingTracker>;

/**
 * Tracks the credits that assistants commit per UTC day, across all of a user's MCP servers. Each
 * server appends its count to a shared file before it reads the sum, so that concurrent servers see
 * each other's counts.
 * @param folder folder of the daily file, which only the user can read
 */
export function createSpendingTracker(
  folder: string,
  dailyLimit: number,
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

  /** Credits by idempotency key, or by a temporary id. Only the last line of a key counts. */
  function read(): ReadonlyMap<string, number> {
    const file = join(folder, today());
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return new Map(lines.filter(Boolean).map((line) => JSON.parse(line) as [string, number]));
  }

  const spentToday = (): number => [...read().values()].reduce((sum, credits) => sum + credits, 0);

  return {
    /**
     * Counts the credits of a call before it is made, once per key; they remain counted even if the
     * call fails. Counts nothing if the person must confirm (`ask`) or the daily limit would be
     * exceeded (`over`).
     * @param unconfirmedLimit daily sum up to which no confirmation is needed
     */
    count(key: string, credits: number, unconfirmedLimit: number): 'counted' | 'ask' | 'over' {
      if (read().has(key)) return 'counted';
      // Another server may count the same call at the same time, so this count has a unique id.
      const id = newId();
      write(id, credits);
      const sum = spentToday();
      const isAllowed = sum <= Math.min(dailyLimit, unconfirmedLimit);
      if (isAllowed) write(key, credits);
      write(id, 0);
      return isAllowed ? 'counted' : sum <= dailyLimit ? 'ask' : 'over';
    },
    left: (): number => dailyLimit - spentToday(),
  };
}
