import { hash } from 'node:crypto';
import type { BlockReport, ProviderFact } from '../model/facts.ts';

/** Milliseconds for which a report counts. */
export const REPORT_MS = 3_600_000;
/**
 * Unrelated domains, and customers they belong to, after which a block is believed for everybody.
 */
const DOMAINS = 3;
const CUSTOMERS = 2;
/** From one trial to the next while a key is closed: it doubles up to the most. */
const TRIAL_MS = 60_000;
const MAX_TRIAL_MS = 600_000;
/** Reports that are kept at a key. */
const REPORTS = 32;

/**
 * A circuit breaker for one key of the concurrency limiter, half-open: while it is closed to us,
 * one session tries from time to time, and a success opens it. A server speaks for itself: what it
 * says before it knows the recipient closes its address at once. About a provider, and about the
 * recipients of a domain, only several unrelated domains of several customers are believed; what
 * one customer's domains say closes the key for that customer alone.
 */
export interface Block {
  /** What was said since the last success, at most one for a domain and a customer. */
  reports: readonly BlockReport[];
  /** When the key served us last after a report, in milliseconds since the epoch. */
  servedAt: number;
  /** Trials without success, and when the next one may begin. */
  trials: number;
  trialAt: number;
}

export const createBlock = (): Block => ({ reports: [], servedAt: 0, trials: 0, trialAt: 0 });

/** Whether this customer's sessions have to wait for a trial. */
export function isClosedFor({ reports }: Block, customer: string, now: number): boolean {
  const valid = reports.filter(({ at }) => at > now - REPORT_MS);
  if (valid.some(({ isSure }) => isSure)) return true;
  const own = valid.filter((report) => report.customer === customer);
  if (count(own, 'domain') >= DOMAINS) return true;
  return count(valid, 'domain') >= DOMAINS && count(valid, 'customer') >= CUSTOMERS;
}

const count = (reports: readonly BlockReport[], what: 'domain' | 'customer'): number =>
  new Set(reports.map((report) => report[what])).size;

/** Whether something was said for which a stored fact is worth keeping. */
export const isReported = ({ reports }: Block, now: number): boolean =>
  reports.some(({ at }) => at > now - REPORT_MS);

/** @param timeScale divides the time to the first trial */
export function addReport(block: Block, report: BlockReport, timeScale: number): void {
  const { domain, customer, at } = report;
  const wasClosed = isClosedFor(block, customer, at);
  const others = block.reports.filter(
    (each) => each.domain !== domain || each.customer !== customer,
  );
  // The domains of one customer do not crowd out what others heard.
  const own = others.filter((each) => each.customer === customer).slice(1 - DOMAINS);
  const rest = others.filter((each) => each.customer !== customer).slice(own.length + 1 - REPORTS);
  block.reports = [...rest, ...own, report];
  if (!wasClosed) Object.assign(block, { trials: 0, trialAt: at + TRIAL_MS / timeScale });
}

/** A session tries: the next one may do so later. */
export function beginTrial(block: Block, now: number, timeScale: number): void {
  block.trials += 1;
  const ms = Math.min(MAX_TRIAL_MS, TRIAL_MS * 2 ** (block.trials - 1));
  block.trialAt = now + ms / timeScale;
}

/** Adds what other processes have stored. */
export function mergeBlock(block: Block, fact: ProviderFact): void {
  const { reports = [], servedAt = 0, trials = 0, trialAt = 0 } = fact;
  block.servedAt = Math.max(block.servedAt, servedAt);
  block.trials = Math.max(block.trials, trials);
  block.trialAt = Math.max(block.trialAt, trialAt);
  const known = new Map<string, BlockReport>();
  for (const report of [...block.reports, ...reports].sort((a, b) => a.at - b.at))
    if (report.at > block.servedAt) known.set(`${report.domain} ${report.customer}`, report);
  block.reports = [...known.values()];
}

/** What stands for a name in facts and leases: who reads those learns nothing from it. */
export const digest = (name: string): string => hash('sha256', name, 'base64url').slice(0, 12);
