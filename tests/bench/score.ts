import { readLabeledReplies } from '../../packages/verifier/tests/labeled-replies.ts';
import { classifyReply } from '../../packages/verifier/src/classify/classify-reply.ts';
import type { Verdict } from '../../packages/verifier/src/index.ts';
import { evidenceOf, computeScore } from '../../functions/checks/rules/score.ts';
import { expectedDelivery } from '../../packages/mailnet/src/index.ts';
import { listAddresses, startMailnetProcess } from '../support/mailnet.ts';
import { runVerifyCommand } from './engine.ts';
import { reportFigure } from './figure.ts';

/** A verdict, and whether mail to its address is delivered. */
interface Case extends Pick<Verdict, 'status' | 'reason' | 'confidence'> {
  arrives: boolean;
}

/**
 * Seeds from which the rates in functions/checks/rules/score.ts were derived, together with the
 * replies of those sources whose names have an even length. Name length splits the sources in half,
 * independently of their content.
 */
const TRAINING_SEEDS = [1, 2];
const HELD_OUT_SEEDS = [11, 12];
const BINS = 10;

/** Whether mail is delivered, by label. A reply about us says nothing about the mailbox. */
const ARRIVES: Readonly<Record<string, boolean>> = {
  deliverable: true,
  no_such_mailbox: false,
  mailbox_full: false,
  mailbox_disabled: false,
  no_mail_server: false,
};

function casesOfReplies(isTraining: boolean): Case[] {
  return readLabeledReplies('collected').flatMap((row) => {
    if (isTraining !== (row.source.length % 2 === 0)) return [];
    const { status, reason, confidence } = classifyReply(row);
    // The worst error: a reply about our server classified as a reply about the mailbox.
    const isMisread = row.label === 'session' && status === 'undeliverable';
    const arrives = isMisread ? true : ARRIVES[row.label];
    return arrives === undefined ? [] : [{ status, reason, confidence, arrives }];
  });
}

async function casesOfMailnet(seed: number, count: number): Promise<Case[]> {
  await using mailnet = await startMailnetProcess([`--seed=${seed}`, '--time-scale=300']);
  const addresses = listAddresses(seed, count);
  const arrives = expectedDelivery(seed);
  const { output } = await runVerifyCommand(mailnet, addresses, '--concurrency=200', '--retries=4');
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict)
    .map(({ email, status, reason, confidence }) => ({
      status,
      reason,
      confidence,
      arrives: arrives(email),
    }));
}

const predictedProbability = (each: Case) => computeScore(each.reason, evidenceOf(each)) / 100;

const rateOf = (cases: readonly Case[]) =>
  cases.filter(({ arrives }) => arrives).length / cases.length;

/**
 * Reports the Brier score of the predictions next to the score of always predicting the base rate,
 * then the calibration: the observed rate of each bin next to its mean prediction.
 */
function reportFit(name: string, cases: readonly Case[]): void {
  const brier = (guess: (each: Case) => number) =>
    cases.reduce((sum, each) => sum + (guess(each) - Number(each.arrives)) ** 2, 0) / cases.length;
  const rate = rateOf(cases);
  reportFigure(
    `score.${name}.brier`,
    brier(predictedProbability),
    `of ${cases.length}`,
    brier(() => rate),
  );
  const parts = Map.groupBy(cases, (each) =>
    Math.min(BINS - 1, Math.floor(predictedProbability(each) * BINS)),
  );
  for (const [part, some] of [...parts].toSorted(([a], [b]) => a - b)) {
    const mean =
      (100 * some.reduce((sum, each) => sum + predictedProbability(each), 0)) / some.length;
    reportFigure(
      `score.${name}.${part * 10}-${part * 10 + 9}`,
      100 * rateOf(some),
      `of ${some.length}`,
      mean,
    );
  }
}

function reportRates(name: string, cases: readonly Case[]): void {
  const kinds = Map.groupBy(cases, (each) => `${each.reason}.${evidenceOf(each)}`);
  for (const [kind, some] of [...kinds].toSorted())
    reportFigure(`score.${name}.${kind}`, 100 * rateOf(some), `of ${some.length}`);
}

/**
 * Reports how well the score predicts delivery on held-out data. With `rates`, first reports the
 * delivery rates in the training data.
 */
export async function benchScore({ count, part }: { count: number; part?: string | undefined }) {
  const sets = async (seeds: readonly number[]) => {
    const cases: Case[] = [];
    for (const seed of seeds) cases.push(...(await casesOfMailnet(seed, count)));
    return cases;
  };
  if (part === 'rates') {
    reportRates('rates.mailnet', await sets(TRAINING_SEEDS));
    reportRates('rates.replies', casesOfReplies(true));
  }
  reportFit('replies', casesOfReplies(false));
  reportFit('mailnet', await sets(HELD_OUT_SEEDS));
}
