import type { Rule } from './rule.ts';
import { ACCEPTED_RULES } from './accepted.ts';
import { BLOCKED_RULES, BLOCKED_BY_NAME_RULES } from './blocked.ts';
import { CODE_RULES } from './codes.ts';
import {
  DISABLED_MAILBOX_RULES,
  LOCKED_MAILBOX_RULES,
  RECEIVING_TOO_FAST_RULES,
} from './disabled.ts';
import { ENCRYPTION_RULES } from './encryption.ts';
import { GREYLISTED_RULES, GREYLISTED_BY_NAME_RULES } from './greylisted.ts';
import { RATE_LIMIT_RULES, RECIPIENT_LIMIT_RULES } from './limits.ts';
import { MAILBOX_FULL_RULES } from './mailbox-full.ts';
import { NO_MAIL_DOMAIN_RULES } from './no-mail-domain.ts';
import { UNRELATED_TO_RECIPIENT_RULES } from './unrelated-to-recipient.ts';
import { POLICY_RULES } from './policy.ts';
import { PROVIDER_QUIRK_RULES } from './provider-quirks.ts';
import { REFUSED_RULES } from './refused.ts';
import { SENDER_RULES } from './sender.ts';
import {
  DISK_ERROR_RULES,
  SERVER_FAILURE_RULES,
  SERVER_ERROR_RULES,
  TEMPORARY_ERROR_RULES,
} from './server-errors.ts';
import {
  INVALID_RECIPIENT_RULES,
  DIRECTORY_MISS_RULES,
  USER_UNKNOWN_RULES,
} from './user-unknown.ts';

/**
 * The rules in order: the first one that matches decides. Most rules about something other than the
 * recipient precede the rules about a mailbox: a server that mentions our IP, our name, our rate or
 * its own errors has said nothing about the mailbox, whatever else its reply contains.
 */
export const RULES: readonly Rule[] = [
  ...ACCEPTED_RULES,
  ...PROVIDER_QUIRK_RULES,
  ...ENCRYPTION_RULES,
  ...BLOCKED_BY_NAME_RULES,
  ...GREYLISTED_BY_NAME_RULES,
  ...RECIPIENT_LIMIT_RULES,
  ...BLOCKED_RULES,
  ...POLICY_RULES,
  ...SENDER_RULES,
  ...RECEIVING_TOO_FAST_RULES,
  ...SERVER_FAILURE_RULES,
  ...RATE_LIMIT_RULES,
  ...NO_MAIL_DOMAIN_RULES,
  ...UNRELATED_TO_RECIPIENT_RULES,
  ...DISK_ERROR_RULES,
  ...MAILBOX_FULL_RULES,
  ...DIRECTORY_MISS_RULES,
  ...SERVER_ERROR_RULES,
  ...GREYLISTED_RULES,
  ...LOCKED_MAILBOX_RULES,
  ...TEMPORARY_ERROR_RULES,
  ...DISABLED_MAILBOX_RULES,
  ...INVALID_RECIPIENT_RULES,
  ...USER_UNKNOWN_RULES,
  ...REFUSED_RULES,
  ...CODE_RULES,
];
