import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

export class UnprocessedError extends Error {
  override readonly name = 'UnprocessedError';
}

export async function ignoreConditionFailure<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

const RETRYABLE_CODES = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Whether to retry: a write conflict, throttling, or a partly processed batch. */
export function isTransientError(error: unknown): boolean {
  if (
    error instanceof TransactionInProgressException ||
    error instanceof TransactionConflictException ||
    error instanceof UnprocessedError
  )
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
  return (
    codes.some((code) => RETRYABLE_CODES.has(code)) && !codes.includes('ConditionalCheckFailed')
  );
}
