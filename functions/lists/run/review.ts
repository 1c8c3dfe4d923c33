import type { ListsDeps } from '../deps.ts';
import { type MessageTimeouts, scaleTimeouts } from '../rules/timeouts.ts';
import type { NotifyOwnerDeps } from './notify-owner.ts';

export type ReviewListDeps = NotifyOwnerDeps &
  Pick<
    ListsDeps,
    'blobs' | 'bouncedAddresses' | 'clock' | 'env' | 'log' | 'mailJournal' | 'queues' | 'tasks'
  >;

export const isOlderThan = (
  { clock }: Pick<ReviewListDeps, 'clock'>,
  since: number,
  timeoutMs: number,
): boolean => clock.now() - since >= timeoutMs;

export const getScaledTimeouts = ({ env }: Pick<ReviewListDeps, 'env'>): MessageTimeouts =>
  scaleTimeouts(env.TIME_SCALE);
