import type { Api } from './api.ts';
import type { Foundation } from './foundation.ts';
import type { Workers } from './workers.ts';

export interface Core extends Pick<Foundation, 'table' | 'queues' | 'buckets'> {
  readonly api: Api;
  readonly workers: Workers;
}
