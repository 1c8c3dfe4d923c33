import { startOfDay } from '../../platform/start-of-day.ts';

const HALF_DAY_MS = 12 * 3_600_000;

/** The day in Paris: `2026-12-31`. */
export const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Paris' });

/** Midnight in Paris, where the seller keeps its books; a month of 13 is the next January. */
export const midnight = (year: number, month: number, day: number): number =>
  startOfDay(Date.UTC(year, month - 1, day) + HALF_DAY_MS);
