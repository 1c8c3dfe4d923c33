import type { Backoff } from '../retry.ts';

type Patience = Pick<Backoff, 'attempts' | 'baseMs' | 'capMs'>;

/** For a write that seldom meets another of the same item: a second or two in all. */
export const PATIENCE: Patience = { attempts: 8, baseMs: 20, capMs: 1000 };

/**
 * For transactions that hundreds of workers make on one item at once. A transaction refuses every
 * other one of its items while it lasts, so that they go one after the other: two hundred of 20 ms
 * take four seconds at best. Pauses stay short, or whoever has waited long meets ever more newcomers;
 * tries and pauses end within the 20 s that a task keeps for writing down what it found.
 */
export const CONTENDED: Patience = { attempts: 80, baseMs: 20, capMs: 400 };
