import { defineRules } from './rule.ts';

/**
 * The recipient's domain accepts no mail. An unspecified domain may be the sender's, so these rules
 * need a code for the destination, or words that name the recipient.
 */
export const NO_MAIL_DOMAIN_RULES = defineRules('no_mail_server', {
  'no-mail-domain.text': {
    codes: ['5'],
    phrases: [
      "(rcpt|recipient|destination)('s)? (domain|host)( name)? (not found|unknown|invalid|does not exist|doesn't exist|has no mx)",
      '(valid mx for|find) (the )?(rcpt|recipient|destination) domain',
      '(rcpt|recipient|destination)( address)? has (a |an )?(non-exist*|unknown|invalid) (domain|host)',
      'recipient( address)? rejected: domain( name)? (not found|unknown|does not exist|does not have)',
    ],
    unless: ['later'],
  },
  'no-mail-domain.text-and-code': {
    codes: ['5'],
    enhanced: ['5.1.2', '5.1.10', '5.4.4'],
    phrases: [
      '(unknown|invalid|bad|no such|non-exist*) (host|domain)',
      '(host|domain)( or domain)?( name)?( _)? (is )?(unknown|invalid|not found|does not exist)',
      'null-?mx',
      'no (such )?mx',
    ],
    unless: ['tempor*', 'later'],
  },
});
