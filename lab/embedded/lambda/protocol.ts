/** Messages between the runner and the process of an environment. */

export interface InvokeMessage {
  readonly requestId: string;
  /** JSON. */
  readonly event: string;
  /** Epoch milliseconds at which Lambda would stop the function. */
  readonly deadline: number;
}

export interface ErrorReport {
  readonly errorType: string;
  readonly errorMessage: string;
}

export interface InvocationUsage {
  readonly cpuMs: number;
  /** Peak resident memory since the process started, in megabytes. */
  readonly peakMb: number;
}

export type EnvironmentMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failed'; readonly error: ErrorReport }
  /** `result` is JSON. */
  | { readonly kind: 'done'; readonly result: string; readonly usage: InvocationUsage }
  | { readonly kind: 'failed'; readonly error: ErrorReport; readonly usage: InvocationUsage };
