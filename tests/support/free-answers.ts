import { expect } from 'vitest';
import { formatUtcDate } from '../../shared/model/duration.ts';
import type { PipelineHarness } from './pipeline-harness.ts';

/** Reads today's budget of free answers. */
export async function readFreeAnswers({ context, userId }: PipelineHarness) {
  const { used, limit } = await context.freeAnswers.read(userId, context.clock.now());
  return { used, limit };
}

/** Uses all free answers of a day except `left`. @param now epoch milliseconds */
export async function exhaustFreeAnswers(
  { context, userId }: PipelineHarness,
  now = context.clock.now(),
  left = 0,
): Promise<void> {
  const budget = await context.freeAnswers.read(userId, now);
  const answers = budget.limit - budget.used - left;
  const write = context.freeAnswers.addWrite(userId, formatUtcDate(now), answers, budget);
  expect(await context.db.transact([write])).toBeUndefined();
}
