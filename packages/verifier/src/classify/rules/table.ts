import type { Rule } from './rule.ts';
import { ACCEPTED } from './accepted.ts';
import { BLOCKED, BLOCKED_BY_NAME } from './blocked.ts';
import { CODE_RULES } from './codes.ts';
import { DISABLED_MAILBOX, LOCKED_MAILBOX, RECEIVING_TOO_FAST } from './disabled.ts';
import { ENCRYPTION } from './encryption.ts';
import { GREYLISTED, GREYLISTED_BY_NAME } from './greylisted.ts';
import { RATE_LIMITS, RECIPIENT_LIMIT } from './limits.ts';
import { MAILBOX_FULL } from './mailbox-full.ts';
import { NO_MAIL_DOMAIN } from './no-mail-domain.ts';
import { UNRELATED_TO_RECIPIENT } from './unrelated-to-recipient.ts';
import { POLICY } from './policy.ts';
import { PROVIDER_QUIRKS } from './provider-quirks.ts';
import { REFUSED } from './refused.ts';
import { SENDER } from './sender.ts';
import { DISK_ERRORS, SERVER_FAILURES, SERVER_ERRORS, TEMPORARY_ERRORS } from './server-errors.ts';
import { INVALID_RECIPIENT, DIRECTORY_MISS, USER_UNKNOWN } from './user-unknown.ts';

/**
 * The rules in order: the first one that matches decides. Rules that are not about the recipient
 * come first. A server that mentions our IP, our name, our rate or its own errors has said nothing
 * about the mailbox, whatever else its reply contains.
 */
export const RULES: readonly Rule[] = [
  ...ACCEPTED,
  ...PROVIDER_QUIRKS,
  ...ENCRYPTION,
  ...BLOCKED_BY_NAME,
  ...GREYLISTED_BY_NAME,
  ...RECIPIENT_LIMIT,
  ...BLOCKED,
  ...POLICY,
  ...SENDER,
  ...RECEIVING_TOO_FAST,
  ...SERVER_FAILURES,
  ...RATE_LIMITS,
  ...NO_MAIL_DOMAIN,
  ...UNRELATED_TO_RECIPIENT,
  ...DISK_ERRORS,
  ...MAILBOX_FULL,
  ...DIRECTORY_MISS,
  ...SERVER_ERRORS,
  ...GREYLISTED,
  ...LOCKED_MAILBOX,
  ...TEMPORARY_ERRORS,
  ...DISABLED_MAILBOX,
  ...INVALID_RECIPIENT,
  ...USER_UNKNOWN,
  ...REFUSED,
  ...CODE_RULES,
];
