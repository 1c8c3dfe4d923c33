import type { BouncesDeps } from './deps.ts';
import { measureAccuracy } from './measure-accuracy.ts';
import { learnRates, brierScore, predictHeldOut } from './rules/learn-rates.ts';
import type { VerdictReason } from '../../shared/model/verdict.ts';
import { computeScore } from '../checks/rules/score.ts';

type Buckets = ReturnType<typeof learnRates>;

const BAR_WIDTH = 50;

/** Describes the changes to `RATES` in functions/checks/rules/score.ts and their accuracy. */
export function describeRates(buckets: Buckets): string {
  const predictions = predictHeldOut(buckets);
  const sent = predictions.reduce((sum, each) => sum + each.sent, 0);
  const brier = (which: 'before' | 'after') => brierScore(predictions, which).toFixed(4);
  return [
    ...diffOf(buckets),
    '',
    `Held-out Brier score of ${sent} addresses: ${brier('before')} before, ${brier('after')} after.`,
    '',
    plotOf(predictions, 'before'),
    '',
    plotOf(predictions, 'after'),
  ].join('\n');
}

function diffOf(buckets: Buckets): string[] {
  const reasons = [...new Set(buckets.map(({ reason }) => reason))];
  return reasons.flatMap((reason) => {
    const before = ([0, 1] as const).map((evidence) => computeScore(reason, evidence));
    const after = before.map(
      (rate, evidence) =>
        buckets.find((each) => each.reason === reason && each.evidence === evidence)?.learned ??
        rate,
    );
    const old = lineOf(reason, before);
    const changed = lineOf(reason, after);
    return old === changed ? [`  ${old}`] : [`- ${old}`, `+ ${changed}`];
  });
}

const lineOf = (reason: VerdictReason, [usual, against]: readonly number[]): string =>
  `${reason}: [${usual === against ? usual : `${usual}, ${against}`}],`;

/** Draws a reliability plot: the share that arrived (`#`) next to the predicted share (`|`). */
function plotOf(predictions: ReturnType<typeof predictHeldOut>, which: 'before' | 'after'): string {
  const bins = [...Map.groupBy(predictions, (each) => each[which])].toSorted(([a], [b]) => a - b);
  return [
    `${which}: predicted, arrived, addresses`,
    ...bins.flatMap(([predicted, some]) => {
      const sent = some.reduce((sum, each) => sum + each.sent, 0);
      if (sent === 0) return [];
      const arrived = 100 * (1 - some.reduce((sum, each) => sum + each.bounced, 0) / sent);
      const bar = '#'.repeat(Math.round((arrived / 100) * BAR_WIDTH)).padEnd(BAR_WIDTH + 1);
      const mark = Math.round((predicted / 100) * BAR_WIDTH);
      const figures = `${predicted} %`.padStart(6) + `${arrived.toFixed(1)} %`.padStart(9);
      return [`${figures}  ${bar.slice(0, mark)}|${bar.slice(mark + 1)}  ${sent}`];
    }),
  ].join('\n');
}

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
