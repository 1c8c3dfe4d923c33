import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';

/** Normal quantile for 95 % confidence. */
const Z_SCORE_95 = 1.96;
/** Minimum size of a sample for estimating a share. */
const MIN_SAMPLE = 10;

/**
 * Returns the margin of error of a share measured in a sample, at 95 % confidence: Wilson score
 * interval with a finite population correction.
 * https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 * https://en.wikipedia.org/wiki/Margin_of_error#Effect_of_population_size
 */
export function marginOfError(successes: number, sample: number, population: number): number {
  if (sample >= population) return 0;
  const effectiveSize = (sample * (population - 1)) / (population - sample);
  const share = successes / sample;
  const weight = Z_SCORE_95 ** 2 / effectiveSize;
  const halfWidth = Math.sqrt(share * (1 - share) * weight + weight ** 2 / 4) / (1 + weight);
  const center = (share + weight / 2) / (1 + weight);
  return halfWidth + Math.abs(center - share);
}

/** Extrapolates the result from the addresses checked so far. Shares are from 0 to 1. */
export function extrapolateResult(list: ListDetail) {
  const { total_email: total, reasons, valid, invalid } = list;
  const { bad_syntax: malformed = 0 } = reasons;
  const sample = list.processed - malformed;
  const whole = total - malformed;
  const undeliverable = invalid - malformed;
  return {
    sample,
    whole,
    safe: valid / sample,
    remove: undeliverable / sample,
    margin: Math.max(...[valid, undeliverable].map((hits) => marginOfError(hits, sample, whole))),
  };
}

/** Number of addresses in the preview of a list that waits for credits; 0 without a preview. */
export const previewedCount = (list: ListDetail): number =>
  list.reason === 'insufficient_credit' ? list.credits_reserved + list.credits_charged : 0;

/** Whether addresses of the preview are still being verified. */
export const isSampling = (list: ListDetail): boolean =>
  extrapolateResult(list).sample < previewedCount(list);

export const canExtrapolate = (list: ListDetail): boolean =>
  extrapolateResult(list).sample >= MIN_SAMPLE;
