import type { VerdictReason } from '../model/verdict.ts';

/** The short label of each reason, in English. */
export const reasonsEn = {
  accepted: 'Accepted by the mail server',
  catch_all: 'Server accepts every address',
  mailbox_full: 'Mailbox full',
  disposable: 'Temporary address',
  bad_syntax: 'Not a well-formed address',
  no_such_domain: 'Domain does not exist',
  no_mail_server: 'Domain has no mail server',
  null_mx: 'Domain accepts no mail',
  no_such_mailbox: 'Mailbox does not exist',
  mailbox_disabled: 'Mailbox disabled',
  greylisted: 'Server asks to come back later',
  throttled: 'Server limits our requests',
  ip_blocked: 'Server refuses our network',
  sender_rejected: 'Server refuses our sender address',
  policy: 'Server does not allow the check',
  server_unreachable: 'Mail server cannot be reached',
  server_error: 'Fault on the mail server',
  dns_error: 'Domain look-up failed',
  timeout: 'Mail server too slow to answer',
  not_answered: 'Check not finished in time',
  egress_off: 'Checks are switched off',
} as const satisfies Record<VerdictReason, string>;
