import type { FunctionRun } from '../lambda/environment.ts';

export type TappedService = 'dynamodb' | 's3' | 'sqs';

/** What somebody who measures adds to a stack. */
export interface Instruments {
  /** Returns the URL at which everybody shall reach a service in the place of its own. */
  readonly tap?: (service: TappedService, url: string) => Promise<string>;
  /** Hears of every run of a function. */
  readonly ran?: (run: FunctionRun) => void;
  /** More options of the simulated mail internet (packages/mailnet/src/cli.ts). */
  readonly mailnet?: readonly string[];
}
