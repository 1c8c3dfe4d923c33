import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Api } from './api.ts';
import type { Queues } from './queues.ts';
import type { Workers } from './workers.ts';

/** The parts of the service that other stacks serve and watch. */
export interface Core {
  readonly table: ITable;
  readonly queues: Queues;
  readonly api: Api;
  readonly workers: Workers;
}
