import { type VerdictEvidence, computeScore } from '../../checks/rules/score.ts';
import { VERDICT_REASONS, type VerdictReason } from '../../../shared/model/verdict.ts';

interface Counts {
  readonly sent: number;
  readonly bounced: number;
}

/** Counts of mailed and bounced addresses by `<reason>#<evidence>#<half>`. */
export type OutcomeCounts = Readonly<Record<string, Counts>>;

/** Outcomes of addresses whose verdicts have the same reason, evidence and thus score. */
interface Bucket {
  readonly reason: VerdictReason;
  readonly evidence: VerdictEvidence;
  /** The rate in use, in percent. */
  readonly current: number;
  /** The rate learned from all outcomes, in percent. */
  readonly learned: number;
  readonly halves: readonly [Counts, Counts];
}

/**
 * Minimum addresses behind a learned rate. A rate over fewer would be imprecise, and might identify
 * an address.
 */
const MIN_ADDRESSES = 10;
/** Weight of the current rate, as a number of addresses. */
const PRIOR_WEIGHT = 100;
const HALVES = ['0', '1'] as const;
/** Reasons with a fixed rate. At catch-all domains, the rate depends on the list instead. */
const LEARNED_REASONS = VERDICT_REASONS.filter((reason) => reason !== 'catch_all');

/** Returns the half to which all outcomes of a list belong. */
export const foldOfList = (listId: string): string =>
  HALVES[(listId.codePointAt(listId.length - 1) ?? 0) % 2] ?? HALVES[0];

/** Returns the current and the learned rate of each bucket with enough outcomes. */
export function learnRates(counts: OutcomeCounts): Bucket[] {
  return LEARNED_REASONS.flatMap((reason) =>
    ([0, 1] as const).flatMap((evidence) => {
      const [first, second] = HALVES.map(
        (half) => counts[`${reason}#${evidence}#${half}`] ?? { sent: 0, bounced: 0 },
      );
      if (!first || !second || first.sent + second.sent < MIN_ADDRESSES) return [];
      const current = computeScore(reason, evidence);
      const all = { sent: first.sent + second.sent, bounced: first.bounced + second.bounced };
      const halves = [first, second] as const;
      return [{ reason, evidence, current, learned: fitRate(current, all), halves }];
    }),
  );
}

/** Returns the rate learned from outcomes, in percent. The rate in use is the prior. */
const fitRate = (current: number, { sent, bounced }: Counts): number =>
  Math.round((100 * (sent - bounced) + PRIOR_WEIGHT * current) / (sent + PRIOR_WEIGHT));

/**
 * The outcomes of one bucket in one half of the lists, with the rate in use (`before`) and the rate
 * learned from the other half (`after`), in percent.
 */
interface Prediction extends Counts {
  readonly before: number;
  readonly after: number;
}

/** Predicts each half with the rates that were learned from the other half. */
export const predictHeldOut = (buckets: readonly Bucket[]): Prediction[] =>
  buckets.flatMap(({ current, halves: [first, second] }) => [
    { ...first, before: current, after: fitRate(current, second) },
    { ...second, before: current, after: fitRate(current, first) },
  ]);

/** Mean squared difference between the predicted probability and the outcome. */
export function brierScore(predictions: readonly Prediction[], which: 'before' | 'after'): number {
  const sent = predictions.reduce((sum, each) => sum + each.sent, 0);
  const squares = predictions.reduce((sum, each) => {
    const probability = each[which] / 100;
    const arrived = each.sent - each.bounced;
    return sum + arrived * (1 - probability) ** 2 + each.bounced * probability ** 2;
  }, 0);
  return squares / sent;
}
