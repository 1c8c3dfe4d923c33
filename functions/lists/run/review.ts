import type { ListsDeps } from '../deps.ts';
import { type Timeouts, timeoutsOf } from '../rules/timeouts.ts';
import type { NotifyDeps } from './notify-owner.ts';

export type ReviewDeps = NotifyDeps &
  Pick<ListsDeps, 'blobs' | 'clock' | 'env' | 'log' | 'mailJournal' | 'queues' | 'tasks'>;

export const isOlderThan = (
  { clock }: Pick<ReviewDeps, 'clock'>,
  since: number,
  timeoutMs: number,
): boolean => clock.now() - since >= timeoutMs;

export const timeoutsFor = ({ env }: Pick<ReviewDeps, 'env'>): Timeouts =>
  timeoutsOf(env.TIME_SCALE);
