import * as z from 'zod/mini';
import {
  KIND_OF,
  VERDICT_KINDS,
  type VerdictReason,
  type VerdictStatus,
} from '../../../shared/model/verdict.ts';
import { domainHash, domainOfCell } from './domain-of-cell.ts';
import { evidenceIn, hasBit } from './row-facts.ts';

/** How many of the largest domains, and of the largest providers, a list shows. */
export const MAX_BREAKDOWN_ROWS = 10;

const count = z.number();
const breakdownRow = z.object({
  name: z.string(),
  valid: count,
  invalid: count,
  risky: count,
  unknown: count,
});
/** Providers are those of the engine's table. */
export const MAX_PROVIDERS = 255;

/** Distinct addresses of a domain or provider by verdict. */
export type BreakdownRow = z.infer<typeof breakdownRow>;

/** The largest domains and providers of a list, the largest first. */
export const storedBreakdown = z.object({
  domains: z.array(breakdownRow),
  providers: z.array(breakdownRow),
  /** Distinct addresses at domains that accept everyone, by `Evidence`; older lists have none. */
  catchAll: z.optional(z.array(count)),
  /** Accepted ones at free providers; older lists have no number. */
  free: z.optional(count),
  /** Those with a suggestion; older lists have no number. */
  suggested: z.optional(count),
});
export type Breakdown = z.infer<typeof storedBreakdown>;

type Mutable = { -readonly [Name in keyof BreakdownRow]: BreakdownRow[Name] };

const sizeOf = ({ valid, invalid, risky, unknown }: BreakdownRow): number =>
  valid + invalid + risky + unknown;

const largest = (rows: Iterable<BreakdownRow>): BreakdownRow[] =>
  [...rows]
    .filter((each) => sizeOf(each) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_BREAKDOWN_ROWS);

/** The place of a status among what is counted by number, as counting by name takes too long. */
const STATUS_AT = {
  deliverable: 0,
  undeliverable: 1,
  risky: 2,
  unknown: 3,
} as const satisfies Record<VerdictStatus, number>;

const none = (name: string): Mutable => ({ name, valid: 0, invalid: 0, risky: 0, unknown: 0 });

/** What a former result has counted, with the numbers that its providers have there. */
export interface FormerBreakdown {
  readonly domains: readonly BreakdownRow[];
  readonly catchAll: Breakdown['catchAll'];
  readonly free?: Breakdown['free'];
  readonly suggested?: Breakdown['suggested'];
  readonly shares: readonly BreakdownRow[];
  readonly providers: readonly string[];
}

/** What is counted of a verdict; the provider is its number on the verdict sheet, 0 for none. */
interface Counted {
  readonly provider: number;
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly flags: number;
}

export interface BreakdownBuilder {
  /** @param times -1 takes back what was counted before */
  add(address: string, hash: number, verdict: Counted, times?: 1 | -1): void;
  /** All providers. @param providers names by their numbers */
  providers(providers: readonly string[]): BreakdownRow[];
  /** @param providers names by their numbers */
  largest(providers: readonly string[]): Breakdown;
}

/**
 * Counts verdicts by provider, and by domain of those that ingest found to be the largest.
 * @param former what to begin with, rather than with nothing
 */
export function createBreakdown(
  domains: readonly string[],
  former?: FormerBreakdown,
): BreakdownBuilder {
  const byDomain = new Map(domains.map((domain) => [domain, none(domain)]));
  /** By the hash of a domain: most rows are told by this that theirs is none of the largest. */
  const isLarge = new Uint8Array(0x10000);
  for (const domain of domains) isLarge[domainHash(domain)] = 1;
  const byProvider = new Int32Array(VERDICT_KINDS.length * (MAX_PROVIDERS + 1));
  const catchAll = former ? former.catchAll && [...former.catchAll] : [0, 0, 0];
  let free = former ? former.free : 0;
  let suggested = former ? former.suggested : 0;
  if (former) {
    for (const each of former.domains) byDomain.set(each.name, { ...each });
    for (const each of former.shares) {
      const number = former.providers.indexOf(each.name);
      byProvider.set(
        VERDICT_KINDS.map((kind) => each[kind]),
        VERDICT_KINDS.length * number,
      );
    }
  }
  const named = (providers: readonly string[]): BreakdownRow[] =>
    providers.flatMap((name, number) => {
      const [valid = 0, invalid = 0, risky = 0, unknown = 0] = byProvider.subarray(
        VERDICT_KINDS.length * number,
      );
      const counted = { name, valid, invalid, risky, unknown };
      return sizeOf(counted) > 0 ? [counted] : [];
    });
  return {
    add(address, hash, verdict, times = 1) {
      const { provider, status, reason, flags } = verdict;
      if (catchAll && reason === 'catch_all') {
        const evidence = evidenceIn(flags);
        catchAll[evidence] = (catchAll[evidence] ?? 0) + times;
      }
      if (free !== undefined && reason === 'accepted' && hasBit(flags, 'free')) free += times;
      if (suggested !== undefined && hasBit(flags, 'suggested')) suggested += times;
      if (reason === 'bad_syntax') return;
      if (isLarge[hash] === 1) {
        const ofDomain = byDomain.get(domainOfCell(address));
        if (ofDomain) ofDomain[KIND_OF[status]] += times;
      }
      if (provider === 0) return;
      const place = VERDICT_KINDS.length * provider + STATUS_AT[status];
      byProvider[place] = (byProvider[place] ?? 0) + times;
    },
    providers: named,
    largest: (providers) => ({
      domains: largest(byDomain.values()),
      providers: largest(named(providers)),
      catchAll,
      free,
      suggested,
    }),
  };
}
