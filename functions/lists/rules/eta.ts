import { type List, isRunning } from './list.ts';

/** Minimum number of verdicts from which a rate can be estimated. */
const MIN_ANSWERS = 10;

/** @returns epoch milliseconds; undefined unless the list is running and has enough verdicts */
export function estimateCompletionTime(
  list: Pick<List, 'status' | 'startDate' | 'processed' | 'total' | 'badSyntax' | 'look'>,
  now: number,
): number | undefined {
  const answered = list.processed - list.badSyntax - (list.look ?? 0);
  if (!isRunning(list) || list.startDate === null || answered < MIN_ANSWERS) return undefined;
  const elapsed = Math.max(1, now - Date.parse(list.startDate));
  return Math.round(now + ((list.total - list.processed) * elapsed) / answered);
}
