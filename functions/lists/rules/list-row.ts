import { LIST_STATE_NAMES } from '../../../shared/model/list-status.ts';
import type { EventType } from '../../../shared/model/webhook.ts';
import type { NewEvent } from '../../events/rules/event.ts';
import { estimateCompletionTime } from './eta.ts';
import { includeKnownCorrections } from './known-corrections.ts';
import { type List, creditsNeeded } from './list.ts';

export const toListRow = (list: List) => ({
  id: list.listId,
  file_id: list.listId,
  file_name: list.name,
  source_name: list.sourceName,
  created_at: list.createdAt,
  start_date: list.startDate,
  end_date: list.endDate,
  total_email: list.total,
  processed: list.processed,
  valid: list.valid,
  invalid: list.invalid,
  risky: list.risky,
  unknown: list.unknown,
  duplicates: list.duplicates,
  status: list.status,
  state: LIST_STATE_NAMES[list.status],
  reason: list.reason,
  expires_at: list.expiresAt,
});

export const toRecheckRow = (recheck: List, now: number) => {
  const eta = estimateCompletionTime(recheck, now);
  const { total, processed, valid, invalid, risky, unknown } = includeKnownCorrections(recheck);
  return {
    created_at: recheck.createdAt,
    end_date: recheck.endDate,
    total_email: total,
    processed,
    valid,
    invalid,
    risky,
    unknown,
    status: recheck.status,
    state: LIST_STATE_NAMES[recheck.status],
    reason: recheck.reason,
    credits_charged: recheck.charged,
    credits_reserved: recheck.endDate === null ? recheck.reserved - recheck.charged : 0,
    credits_needed: creditsNeeded(recheck),
    eta: eta === undefined ? null : new Date(eta).toISOString(),
    ...(recheck.recheckOf?.corrections && { corrections: true }),
    ...(recheck.changes && { changes: recheck.changes }),
  };
};

export type ListEventType = Extract<EventType, `list.${string}`>;

/** The event goes only to the endpoint `list.webhook` if set, otherwise to all endpoints. */
export const createListEvent = (
  type: ListEventType,
  list: List,
  recheck: List | undefined,
  at: number,
): NewEvent<ListEventType> => ({
  userId: list.userId,
  type,
  subject: list.listId,
  at,
  data: {
    ...toListRow(list),
    ...(recheck && { recheck: toRecheckRow(recheck, at) }),
  },
  ...(list.webhook !== undefined && { endpointId: list.webhook }),
});
