import { hash } from 'node:crypto';
import type { BlockReport, ProviderFact } from '../model/facts.ts';

export const REPORT_TTL_MS = 3_600_000;
/**
 * If one customer's sessions report a block at this many recipient domains, that customer must wait
 * for a trial. If the reports come from at least `MIN_CUSTOMERS` customers, all customers must.
 */
const MIN_DOMAINS = 3;
const MIN_CUSTOMERS = 2;
/**
 * Delay before each of the first two trials. Doubles before each further trial, up to
 * `MAX_TRIAL_MS`.
 */
const FIRST_TRIAL_DELAY_MS = 60_000;
const MAX_TRIAL_MS = 600_000;
const MAX_REPORTS = 32;

/**
 * Reports that a server or provider blocks us, for one key of the concurrency limiter. A closed key
 * admits only a trial session from time to time; a success reopens it. If a server reports a block
 * before it knows the recipient, its key closes immediately. A report about a provider, or about
 * the recipients of a domain, needs confirmation by several unrelated domains of several customers.
 * Without it, reports from one customer's domains close the key for that customer only.
 */
export interface BlockState {
  /** Reports since the last success, at most one per domain and customer. */
  reports: readonly BlockReport[];
  /** When a session last succeeded after a report, in milliseconds since the epoch. */
  servedAt: number;
  trials: number;
  /** Earliest time of the next trial, in milliseconds since the epoch. */
  trialAt: number;
}

export const createBlockState = (): BlockState => ({
  reports: [],
  servedAt: 0,
  trials: 0,
  trialAt: 0,
});

/** Whether this customer's sessions must wait for a trial. */
export function isBlockedFor({ reports }: BlockState, customer: string, now: number): boolean {
  const valid = reports.filter(({ at }) => at > now - REPORT_TTL_MS);
  if (valid.some(({ isSure }) => isSure)) return true;
  const own = valid.filter((report) => report.customer === customer);
  if (count(own, 'domain') >= MIN_DOMAINS) return true;
  return count(valid, 'domain') >= MIN_DOMAINS && count(valid, 'customer') >= MIN_CUSTOMERS;
}

const count = (reports: readonly BlockReport[], what: 'domain' | 'customer'): number =>
  new Set(reports.map((report) => report[what])).size;

export const hasValidReport = ({ reports }: BlockState, now: number): boolean =>
  reports.some(({ at }) => at > now - REPORT_TTL_MS);

/** @param timeScale divides the time until the first trial session */
export function addReport(block: BlockState, report: BlockReport, timeScale: number): void {
  const { domain, customer, at } = report;
  const wasClosed = isBlockedFor(block, customer, at);
  const others = block.reports.filter(
    (each) => each.domain !== domain || each.customer !== customer,
  );
  // Limited, because one customer's domains must not evict the reports of other customers.
  const own = others.filter((each) => each.customer === customer).slice(1 - MIN_DOMAINS);
  const rest = others
    .filter((each) => each.customer !== customer)
    .slice(own.length + 1 - MAX_REPORTS);
  block.reports = [...rest, ...own, report];
  if (!wasClosed)
    Object.assign(block, { trials: 0, trialAt: at + FIRST_TRIAL_DELAY_MS / timeScale });
}

export function beginTrial(block: BlockState, now: number, timeScale: number): void {
  block.trials += 1;
  const ms = Math.min(MAX_TRIAL_MS, FIRST_TRIAL_DELAY_MS * 2 ** (block.trials - 1));
  block.trialAt = now + ms / timeScale;
}

export function mergeBlock(block: BlockState, fact: ProviderFact): void {
  const { reports = [], servedAt = 0, trials = 0, trialAt = 0 } = fact;
  block.servedAt = Math.max(block.servedAt, servedAt);
  block.trials = Math.max(block.trials, trials);
  block.trialAt = Math.max(block.trialAt, trialAt);
  const known = new Map<string, BlockReport>();
  for (const report of [...block.reports, ...reports].sort((a, b) => a.at - b.at))
    if (report.at > block.servedAt) known.set(`${report.domain} ${report.customer}`, report);
  block.reports = [...known.values()];
}

/** Hashes a name that is stored in facts or leases, to hide it from anyone who reads them. */
export const digest = (name: string): string => hash('sha256', name, 'base64url').slice(0, 12);
