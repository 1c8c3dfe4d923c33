import * as z from 'zod/mini';
import {
  KIND_BY_STATUS,
  VERDICT_KINDS,
  type VerdictReason,
  type VerdictStatus,
} from '../../../shared/model/verdict.ts';
import { hashDomain, domainOfCell } from './domain-of-cell.ts';
import { MISSING_REASONS } from './likely-misread.ts';
import { decodeEvidence, hasFlag } from './row-facts.ts';

/** Maximum domains, and maximum providers, in the breakdown of a list. */
export const MAX_BREAKDOWN_ROWS = 10;

const count = z.number();
const breakdownRow = z.object({
  name: z.string(),
  valid: count,
  invalid: count,
  risky: count,
  unknown: count,
});
export const MAX_PROVIDERS = 255;

/** Number of distinct addresses of a domain or provider, by verdict. */
export type BreakdownRow = z.infer<typeof breakdownRow>;

/** The largest domains and providers of a list, largest first, and further address counts. */
export const storedBreakdown = z.object({
  domains: z.array(breakdownRow),
  providers: z.array(breakdownRow),
  /** Distinct addresses at catch-all domains, by evidence (0 to 2); missing on older lists. */
  catchAll: z.optional(z.array(count)),
  /** Accepted addresses at free providers; missing on older lists. */
  free: z.optional(count),
  /** Addresses with a suggestion; missing on older lists. */
  suggested: z.optional(count),
  /** Addresses whose suggestion was verified; missing if there are none. */
  corrected: z.optional(count),
});
export type Breakdown = z.infer<typeof storedBreakdown>;

type MutableRow = { -readonly [Name in keyof BreakdownRow]: BreakdownRow[Name] };

const sizeOf = ({ valid, invalid, risky, unknown }: BreakdownRow): number =>
  valid + invalid + risky + unknown;

const largest = (rows: Iterable<BreakdownRow>): BreakdownRow[] =>
  [...rows]
    .filter((each) => sizeOf(each) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_BREAKDOWN_ROWS);

/** Position of each status in arrays of counts. Counting in objects by name would be too slow. */
const STATUS_INDEX = {
  deliverable: 0,
  undeliverable: 1,
  risky: 2,
  unknown: 3,
} as const satisfies Record<VerdictStatus, number>;

const emptyRow = (name: string): MutableRow => ({
  name,
  valid: 0,
  invalid: 0,
  risky: 0,
  unknown: 0,
});

/** The counts of the result before a recheck. Provider numbers are indexes into `providers`. */
export interface PreviousBreakdown {
  readonly domains: readonly BreakdownRow[];
  readonly catchAll: Breakdown['catchAll'];
  readonly free?: Breakdown['free'];
  readonly suggested?: Breakdown['suggested'];
  readonly corrected?: Breakdown['corrected'];
  readonly shares: readonly BreakdownRow[];
  readonly providers: readonly string[];
}

/** `provider` is a number from the verdict table, 0 for none. */
interface CountedVerdict {
  readonly provider: number;
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly flags: number;
}

export interface BreakdownBuilder {
  /** @param delta -1 undoes an earlier call */
  add(address: string, hash: number, verdict: CountedVerdict, delta?: 1 | -1): void;
  /** @param providers ids, indexed by provider number */
  providers(providers: readonly string[]): BreakdownRow[];
  /** Number of domains of addresses that do not exist, or fewer if their hashes collide. */
  missingDomains(): number;
  /** The breakdown stored with the list, limited to the largest domains and providers. */
  largest(providers: readonly string[]): Breakdown;
}

/**
 * Counts verdicts by provider, and by domain for the domains that ingest found to be the largest.
 * @param previous the counts to start from, instead of zero
 */
export function createBreakdownBuilder(
  domains: readonly string[],
  previous?: PreviousBreakdown,
): BreakdownBuilder {
  const byDomain = new Map(domains.map((domain) => [domain, emptyRow(domain)]));
  /** Keyed by domain hash, to quickly rule out rows whose domain is not among the largest. */
  const isLarge = new Uint8Array(0x10000);
  for (const domain of domains) isLarge[hashDomain(domain)] = 1;
  const byProvider = new Int32Array(VERDICT_KINDS.length * (MAX_PROVIDERS + 1));
  const catchAll = previous ? previous.catchAll && [...previous.catchAll] : [0, 0, 0];
  let free = previous ? previous.free : 0;
  let suggested = previous ? previous.suggested : 0;
  let corrected = previous?.corrected ?? 0;
  const hasMissing = new Uint8Array(0x10000);
  if (previous) {
    for (const each of previous.domains) byDomain.set(each.name, { ...each });
    for (const each of previous.shares) {
      const number = previous.providers.indexOf(each.name);
      byProvider.set(
        VERDICT_KINDS.map((kind) => each[kind]),
        VERDICT_KINDS.length * number,
      );
    }
  }
  const providerRows = (providers: readonly string[]): BreakdownRow[] =>
    providers.flatMap((name, number) => {
      const [valid = 0, invalid = 0, risky = 0, unknown = 0] = byProvider.subarray(
        VERDICT_KINDS.length * number,
      );
      const row = { name, valid, invalid, risky, unknown };
      return sizeOf(row) > 0 ? [row] : [];
    });
  return {
    add(address, hash, verdict, delta = 1) {
      const { provider, status, reason, flags } = verdict;
      if (catchAll && reason === 'catch_all') {
        const evidence = decodeEvidence(flags);
        catchAll[evidence] = (catchAll[evidence] ?? 0) + delta;
      }
      if (free !== undefined && reason === 'accepted' && hasFlag(flags, 'free')) free += delta;
      if (suggested !== undefined && hasFlag(flags, 'suggested')) suggested += delta;
      if (hasFlag(flags, 'corrected')) corrected += delta;
      if (reason === 'bad_syntax') return;
      if (MISSING_REASONS.has(reason)) hasMissing[hash] = 1;
      if (isLarge[hash] === 1) {
        const domainRow = byDomain.get(domainOfCell(address));
        if (domainRow) domainRow[KIND_BY_STATUS[status]] += delta;
      }
      if (provider === 0) return;
      const index = VERDICT_KINDS.length * provider + STATUS_INDEX[status];
      byProvider[index] = (byProvider[index] ?? 0) + delta;
    },
    providers: providerRows,
    missingDomains: () => hasMissing.reduce((sum, each) => sum + each, 0),
    largest: (providers) => ({
      domains: largest(byDomain.values()),
      providers: largest(providerRows(providers)),
      catchAll,
      free,
      suggested,
      ...(corrected > 0 && { corrected }),
    }),
  };
}
