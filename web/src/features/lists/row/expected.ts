import type { ListDetail } from '../../../../../shared/contract/lists.ts';

/** Of the normal distribution, for 95 %. */
const Z = 1.96;
/** From fewer addresses no share can be told. */
const MIN_SAMPLE = 10;

/**
 * How far the share of a whole may be from that of a sample, with 95 % confidence: Wilson's interval,
 * on a sample that counts for more the more of the whole it is.
 * https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 * https://en.wikipedia.org/wiki/Margin_of_error#Effect_of_population_size
 */
export function marginOf(hits: number, sample: number, whole: number): number {
  if (sample >= whole) return 0;
  const size = (sample * (whole - 1)) / (whole - sample);
  const share = hits / sample;
  const weight = Z ** 2 / size;
  const half = Math.sqrt(share * (1 - share) * weight + weight ** 2 / 4) / (1 + weight);
  const center = (share + weight / 2) / (1 + weight);
  return half + Math.abs(center - share);
}

/**
 * What the well-formed addresses of a list will come to, by those that were asked so far. Shares are
 * from 0 to 1.
 */
export function expectedOf(list: ListDetail) {
  const { total_email: total, reasons, valid, invalid } = list;
  const { bad_syntax: malformed = 0 } = reasons;
  const sample = list.processed - malformed;
  const whole = total - malformed;
  const gone = invalid - malformed;
  return {
    sample,
    whole,
    safe: valid / sample,
    remove: gone / sample,
    margin: Math.max(...[valid, gone].map((hits) => marginOf(hits, sample, whole))),
  };
}

/** How many addresses of a list that waits for credits are asked about meanwhile; 0 for none. */
export const sizeOfLook = (list: ListDetail): number =>
  list.reason === 'insufficient_credit' ? list.credits_reserved + list.credits_charged : 0;

export const hasExpectation = (list: ListDetail): boolean => expectedOf(list).sample >= MIN_SAMPLE;
