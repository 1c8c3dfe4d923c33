import { checks } from '../../../infra/features/checks.ts';
import { formatInteger, formatUsd } from './format.ts';
import { readFigure } from './page.ts';
import { PRICES } from './prices.ts';

/** Cost of waiting for mail servers, calculated from the figures in docs/operators/cost.md. */

/**
 * One-way network delays in milliseconds: the one in the tables of docs/operators/cost.md, and the
 * one of slow servers.
 */
export const DELAY_MS = 50;
export const SLOW_DELAY_MS = 500;
/** The bill item that grows with the delay. */
export const WAITING_ITEM = 'Lambda: verify and its engine';

/** @param factor cost of `WAITING_ITEM` with slow servers, divided by its cost in the tables */
export const describeSlowServers = (factor: number, addresses: number): string =>
  [
    `With a delay of ${SLOW_DELAY_MS} ms, verify and its engine cost ${factor.toFixed(1)} times as`,
    `much (two lists of ${formatInteger(addresses)} addresses in one run).`,
  ].join(' ');

/**
 * Describes what the delay of mail servers costs, from the tables in `page`, the text of
 * docs/operators/cost.md.
 * @throws if a figure is missing
 */
export function describeLatency(page: string): string {
  const [, factor] = /cost ([\d.]+) times as much/.exec(page) ?? [];
  if (factor === undefined)
    throw new Error('docs/operators/cost.md has no figure for slow servers');
  const waiting = readFigure(page, 'million', WAITING_ITEM, /\$([\d.]+)/);
  const total = readFigure(page, 'million', '**total**', /\$([\d.]+)/);
  const slow = total + waiting * (Number(factor) - 1);
  const perMs = (slow - total) / (SLOW_DELAY_MS - DELAY_MS);
  const dollarAtMs = DELAY_MS + (1 - total) / perMs;
  const waitingMb = checks.routes.checkEmail.memoryMb + checks.workers.engine.memoryMb;
  const checkSecond = 1e6 * (waitingMb / 1024) * PRICES.gbSecond.usd;
  return [
    `A million addresses then cost ${formatUsd(slow)}; they cost one dollar at ${Math.round(dollarAtMs)} ms.`,
    `Each second that servers take longer adds ${formatUsd(checkSecond)} to a million single checks.`,
  ].join(' ');
}
