import type { VerdictEvidence } from '../../checks/rules/score.ts';
import { decodeRowFlags, withEvidence } from './row-facts.ts';
import type { TaskVerdict } from './work-lines.ts';

/** Minimum number of other addresses at a domain for deriving a pattern. */
const MIN_OTHERS = 4;
/** Minimum share of the other addresses that must have the same pattern. */
const MIN_PATTERN_SHARE = 0.7;

interface PatternedVerdict {
  readonly at: number;
  readonly pattern: string;
}

/** Returns the pattern of a local part: `w` word, `i` initial, `9` number. `ada.byron` is `w.w`. */
const patternOf = (local: string): string =>
  (local.split('+')[0] ?? '')
    .replace(/\p{L}+/gu, (letters) => (letters.length === 1 ? 'i' : 'w'))
    .replace(/\d+/g, '9');

/**
 * Adjusts the verdicts of a task at catch-all domains. A local part with the same pattern as most
 * other local parts at the domain suggests that the mailbox exists; a different pattern suggests
 * that it does not. Uses only the addresses of the task, which belong to one customer, and ignores
 * role addresses.
 * @param addresses in the order of their verdicts
 */
export function adjustCatchAllScores(
  verdicts: readonly TaskVerdict[],
  addresses: readonly string[],
): TaskVerdict[] {
  const adjusted = [...verdicts];
  for (const group of groupByDomain(verdicts, addresses).values())
    for (const [each, evidence] of evidenceFor(group)) {
      const verdict = verdicts[each.at];
      if (verdict)
        adjusted[each.at] = { ...verdict, flags: withEvidence(verdict.flags ?? 0, evidence) };
    }
  return adjusted;
}

function groupByDomain(verdicts: readonly TaskVerdict[], addresses: readonly string[]) {
  const patterned = verdicts.flatMap(({ reason, flags = 0 }, at) => {
    if (reason !== 'catch_all' || decodeRowFlags(flags, reason).role) return [];
    const address = (addresses[at] ?? '').toLowerCase();
    const end = address.lastIndexOf('@');
    return [{ at, domain: address.slice(end), pattern: patternOf(address.slice(0, end)) }];
  });
  return Map.groupBy(patterned, ({ domain }) => domain);
}

function evidenceFor(group: readonly PatternedVerdict[]): [PatternedVerdict, VerdictEvidence][] {
  const counts = new Map<string, number>();
  for (const { pattern } of group) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  const others = group.length - 1;
  if (others < MIN_OTHERS) return [];
  return group.flatMap((each): [PatternedVerdict, VerdictEvidence][] => {
    for (const [pattern, count] of counts) {
      const isOwn = pattern === each.pattern;
      if (count - Number(isOwn) >= MIN_PATTERN_SHARE * others) return [[each, isOwn ? 2 : 1]];
    }
    return [];
  });
}
