import type { BouncesDeps } from './deps.ts';
import { measureAccuracy } from './measure-accuracy.ts';
import { describeRates } from './rules/describe-rates.ts';
import { learnRates } from './rules/learn-rates.ts';

/** Suggests score rates from reported mailings, and the accuracy for the public guide. */
export async function suggestRates({
  clock,
  outcomes,
}: Pick<BouncesDeps, 'clock' | 'outcomes'>): Promise<string> {
  const { reports, counts } = await outcomes.read();
  const buckets = learnRates(counts);
  if (buckets.length === 0) return `No verdict has ten outcomes yet, in ${reports} mailings.\n`;
  const { statuses } = await measureAccuracy({ outcomes });
  const accuracy = {
    at: new Date(clock.now()).toISOString().slice(0, 10),
    reports,
    statuses: Object.fromEntries(statuses.map(({ status, ...each }) => [status, each])),
  };
  return [
    'functions/checks/rules/score.ts:',
    describeRates(buckets),
    '',
    'shared/model/bounces/measured-accuracy.ts:',
    `+ export const MEASURED_ACCURACY: MeasuredAccuracy | null = ${JSON.stringify(accuracy)};`,
    '',
  ].join('\n');
}
