import type { Backoff } from '../retry.ts';

/** How often a write is tried, and how long the pauses between the tries are. */
export type RetryTimes = Pick<Backoff, 'attempts' | 'baseMs' | 'capMs'>;

/** For a write that seldom meets another of the same item: a second or two in all. */
export const USUAL_RETRIES: RetryTimes = { attempts: 8, baseMs: 20, capMs: 1000 };

/**
 * For transactions that hundreds of workers make on one item at once. While a transaction lasts,
 * every other one on its items is refused, so they go one after the other: two hundred of 20 ms
 * take four seconds at best. Pauses stay short: with longer ones a worker that has waited long
 * would meet ever more new ones. All tries end within the 20 s that a task keeps for writing down
 * what it found.
 */
export const CONTENDED_RETRIES: RetryTimes = { attempts: 80, baseMs: 20, capMs: 400 };
