import type { Api } from './api.ts';
import type { Foundation } from './foundation.ts';
import type { Workers } from './workers.ts';

/** The parts of the service that other stacks serve and watch. */
export interface Core extends Pick<Foundation, 'table' | 'queues' | 'buckets'> {
  readonly api: Api;
  readonly workers: Workers;
}
