import type { ListsDeps } from '../deps.ts';
import { type Timeouts, timeoutsOf } from '../rules/timeouts.ts';
import type { NotifyOwnerDeps } from './notify-owner.ts';

export type ReviewListDeps = NotifyOwnerDeps &
  Pick<ListsDeps, 'blobs' | 'clock' | 'env' | 'log' | 'mailJournal' | 'queues' | 'tasks'>;

export const isOlderThan = (
  { clock }: Pick<ReviewListDeps, 'clock'>,
  since: number,
  timeoutMs: number,
): boolean => clock.now() - since >= timeoutMs;

export const scaledTimeouts = ({ env }: Pick<ReviewListDeps, 'env'>): Timeouts =>
  timeoutsOf(env.TIME_SCALE);
