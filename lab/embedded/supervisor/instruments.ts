import type { FunctionRun } from '../lambda/environment.ts';

export type TappedService = 'dynamodb' | 's3' | 'sqs';

/** Hooks with which benchmarks measure a stack. */
export interface Instruments {
  /** Returns the URL of a proxy to use instead of a service's own URL. */
  readonly tap?: (service: TappedService, url: string) => Promise<string>;
  readonly onRun?: (run: FunctionRun) => void;
  /** Additional options of the simulated mail internet (packages/mailnet/src/cli.ts). */
  readonly mailnet?: readonly string[];
}
