import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

/** What a failure of DynamoDB means to its caller. */

export class UnprocessedError extends Error {
  override readonly name = 'UnprocessedError';
}

/** Undefined when a write's condition did not hold; everything else is thrown on. */
export async function conditional<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

const CONFLICTS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** A write that lost a race with a transaction, or a batch read in part: it may be tried again. */
export function isPassing(error: unknown): boolean {
  if (
    error instanceof TransactionInProgressException ||
    error instanceof TransactionConflictException ||
    error instanceof UnprocessedError
  )
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
  return codes.some((code) => CONFLICTS.has(code)) && !codes.includes('ConditionalCheckFailed');
}
