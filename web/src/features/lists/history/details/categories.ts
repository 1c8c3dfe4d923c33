import type { ListDetail } from '../../../../../../shared/contract/lists.ts';
import type { VerdictReason } from '../../../../../../shared/model/verdict.ts';

/** The four counts of a list, in the order in which they are shown. */
export const CATEGORIES = ['valid', 'invalid', 'risky', 'unknown'] as const;
export type Category = (typeof CATEGORIES)[number];

/** A reason belongs to one category, which the result of a list does not repeat. */
const categoryOf: Readonly<Record<VerdictReason, Category>> = {
  accepted: 'valid',
  catch_all: 'risky',
  mailbox_full: 'risky',
  disposable: 'risky',
  bad_syntax: 'invalid',
  no_such_domain: 'invalid',
  no_mail_server: 'invalid',
  null_mx: 'invalid',
  no_such_mailbox: 'invalid',
  mailbox_disabled: 'invalid',
  greylisted: 'unknown',
  throttled: 'unknown',
  ip_blocked: 'unknown',
  sender_rejected: 'unknown',
  policy: 'unknown',
  server_unreachable: 'unknown',
  server_error: 'unknown',
  dns_error: 'unknown',
  timeout: 'unknown',
  not_answered: 'unknown',
  egress_off: 'unknown',
};

/** The reasons of a category with the number of addresses, the most frequent first. */
export const reasonsIn = (
  category: Category,
  reasons: ListDetail['reasons'],
): (readonly [VerdictReason, number])[] =>
  (Object.entries(reasons) as [VerdictReason, number][])
    .filter(([reason]) => categoryOf[reason] === category)
    .sort(([, one], [, other]) => other - one);
