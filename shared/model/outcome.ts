import type { ListReason } from './list-status.ts';

/**
 * Outcome of a worker run in the log. Each has a CloudWatch metric, so the set is small and fixed;
 * a run that rejects a file uses the reason of its list.
 */
export type Outcome =
  | ListReason
  | OfManyWorkers
  | OfLists
  | OfBilling
  | 'busy'
  | 'changed'
  | 'not_changed'
  | 'link_sent'
  | 'too_late'
  | 'sent'
  | 'rejected'
  | 'postponed'
  | 'unsure'
  | 'closed'
  | 'not_closed'
  | 'waits_for_late_writes'
  | 'written'
  | 'topic_validated'
  | 'nothing_to_ask'
  | 'open'
  | 'shut';

type OfManyWorkers = 'done_before' | 'no_account';

type OfLists =
  | 'done'
  | 'duplicate'
  | 'void'
  | 'known'
  | 'not_expected'
  | 'fanned_out_again'
  | 'waits_for_its_turn'
  | 'started'
  | 'insufficient'
  | 'paused'
  | 'elsewhere'
  | 'put_back'
  | 'given_up'
  | 'ended_meanwhile'
  | 'finished'
  | 'without_effect';

type OfBilling =
  | 'alarm'
  | 'cancelled'
  | 'cleared'
  | 'confirm'
  | 'declined'
  | 'gone'
  | 'granted'
  | 'granted_before'
  | 'in_line'
  | 'mail'
  | 'month_is_full'
  | 'no_card'
  | 'no_mail'
  | 'no_purchase'
  | 'not_allowed'
  | 'not_due'
  | 'not_ours'
  | 'not_paid'
  | 'second_subscription'
  | 'still_there'
  | 'subscription';
