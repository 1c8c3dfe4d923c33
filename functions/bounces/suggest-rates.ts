import type { BouncesDeps } from './deps.ts';
import { describeRates } from './rules/describe-rates.ts';
import { learnRates } from './rules/learn-rates.ts';

/** Describes the rates that the outcomes of reported mailings suggest for the score. */
export async function suggestRates({ outcomes }: Pick<BouncesDeps, 'outcomes'>): Promise<string> {
  const { reports, counts } = await outcomes.read();
  const buckets = learnRates(counts);
  const result = buckets.length === 0 ? 'No verdict has ten outcomes yet.' : describeRates(buckets);
  return `Outcomes of ${reports} mailings\n${result}\n`;
}
