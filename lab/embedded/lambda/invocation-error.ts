import type { ErrorReport } from './protocol.ts';

/**
 * Error of a function that returned no result. `errorType` and the message are what Lambda would
 * report.
 */
export class InvocationError extends Error {
  override readonly name = 'InvocationError';
  readonly errorType: string;

  constructor({ errorType, errorMessage }: ErrorReport) {
    super(errorMessage);
    this.errorType = errorType;
  }
}

export const timeoutError = (requestId: string, timeoutMs: number): InvocationError =>
  new InvocationError({
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
  });

/** Creates the error of a process that ran out of memory, threw outside a call, or was killed. */
export const exitError = (requestId: string, how: string): InvocationError =>
  new InvocationError({
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${how}`,
  });
