import type { EventType } from '../../model/webhook.ts';
import type { EventDataByType } from '../events.ts';
import { checkExamples } from './checks.ts';
import { applyJob, contactImport } from './connections.ts';
import {
  finishedList,
  finishedRecheck,
  recheckChanges,
  runningList,
  zeroCounts,
} from './list-states.ts';

const { score: _, ...result } = checkExamples.checkEmail.response.result;

export const eventExamples: { readonly [Type in EventType]: EventDataByType[Type] } = {
  'list.finished': finishedList,
  'list.paused': {
    ...runningList,
    ...zeroCounts,
    start_date: null,
    status: 5,
    state: 'paused',
    reason: 'insufficient_credit',
  },
  'list.cancelled': {
    ...runningList,
    ...zeroCounts,
    start_date: null,
    end_date: '2026-11-21T09:30:03.000Z',
    total_email: 0,
    status: 6,
    state: 'cancelled',
    reason: 'no_address',
  },
  'list.changed': {
    ...finishedList,
    recheck: { ...finishedRecheck, changes: recheckChanges },
  },
  'check.answered': { id: runningList.id, result, charged: true },
  'import.finished': { ...contactImport, state: 'finished', read: 25_000 },
  'apply.finished': { ...applyJob, state: 'finished', done: 1800, changed: 1772, unsubscribed: 25 },
  'credits.low': { available: 940, warn_below: 1_000 },
  'payment.failed': {
    kind: 'top_up',
    why: 'declined',
    plan_id: 'pack_1000',
    amount_cents: 600,
    currency: 'eur',
  },
};
