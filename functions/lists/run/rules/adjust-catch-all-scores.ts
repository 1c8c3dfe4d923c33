import { type Evidence } from '../../../checks/rules/score.ts';
import { flagsOf, withEvidence } from '../../rules/row-facts.ts';
import type { TaskVerdict } from '../../rules/work-lines.ts';

/** Minimum number of other people at a domain to derive a pattern, and the share who follow it. */
const FEWEST = 4;
const SHARE = 0.7;

interface Named {
  readonly at: number;
  readonly pattern: string;
}

/** The shape of a local part: `w` a word, `i` an initial, `9` a number. `ada.lovelace` is `w.w`. */
const patternOf = (local: string): string =>
  (local.split('+')[0] ?? '')
    .replace(/\p{L}+/gu, (letters) => (letters.length === 1 ? 'i' : 'w'))
    .replace(/\d+/g, '9');

/**
 * Adjusts the verdicts of a task at catch-all domains: a local part that follows the pattern of the
 * others is evidence for its mailbox, any other pattern is evidence against it. Uses only one
 * customer's list, and ignores role addresses.
 * @param addresses in the order of their verdicts
 */
export function adjustCatchAllScores(
  verdicts: readonly TaskVerdict[],
  addresses: readonly string[],
): TaskVerdict[] {
  const weighed = [...verdicts];
  for (const named of byDomain(verdicts, addresses).values())
    for (const [each, evidence] of weigh(named)) {
      const verdict = verdicts[each.at];
      if (verdict)
        weighed[each.at] = { ...verdict, flags: withEvidence(verdict.flags ?? 0, evidence) };
    }
  return weighed;
}

function byDomain(verdicts: readonly TaskVerdict[], addresses: readonly string[]) {
  const named = verdicts.flatMap(({ reason, flags = 0 }, at) => {
    if (reason !== 'catch_all' || flagsOf(flags, reason).role) return [];
    const address = (addresses[at] ?? '').toLowerCase();
    const end = address.lastIndexOf('@');
    return [{ at, domain: address.slice(end), pattern: patternOf(address.slice(0, end)) }];
  });
  return Map.groupBy(named, ({ domain }) => domain);
}

/** Compares each local part with all others of its domain. */
function weigh(named: readonly Named[]): [Named, Evidence][] {
  const counts = new Map<string, number>();
  for (const { pattern } of named) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  const others = named.length - 1;
  if (others < FEWEST) return [];
  return named.flatMap((each): [Named, Evidence][] => {
    for (const [pattern, count] of counts) {
      const isOwn = pattern === each.pattern;
      if (count - Number(isOwn) >= SHARE * others) return [[each, isOwn ? 2 : 1]];
    }
    return [];
  });
}
