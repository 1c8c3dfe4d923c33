import type { Rule } from '../rule.ts';

/**
 * The domain of the recipient takes no mail. A domain that nobody names is as likely the sender's, so
 * it takes a code for the destination, or words that name the recipient.
 */
export const NO_MAIL_DOMAIN: readonly Rule[] = [
  {
    id: 'no-mail-domain.text',
    outcome: 'no_mail_server',
    codes: ['5'],
    says: [
      /\b(rcpt|recipient|destination|receiver)('?s)? (e-?mail |mail |address )?(domain|host)( name)?( \S+){0,2}? (not found|unknown|invalid|(does ?n[o']t|not) exist|has no (mx|mail)|non-?existent)|\bvalid mx for (the )?(rcpt|recipient)|\b(unable to|(could|was|were|can)( ?not|n't)( able to)?|can't) (find|locate|resolve) (the )?(rcpt|recipient|destination|receiver)('?s)? (e-?mail )?(domain|host)\b|\b(rcpt|recipient|destination)( address)? (has|with|in|at) (an? )?(non-?exist[ea]nt|unknown|invalid) (domain|host)\b|\brecipient( address)? rejected: (domain|host)( name)? (not found|unknown|does not exist|does not have (neither )?(an? )?(valid )?mx\b)/,
    ],
    unless: [/\btempor|\blater\b/],
    examples: [
      "511 sorry, can't find a valid MX for rcpt domain (#5.1.1 - chkuser)",
      '550 5.1.1 <user@example.com>: Recipient address rejected: Domain not found',
      '550 Recipient domain does not exist',
      "553 5.1.2 We weren't able to find the recipient domain. Please check for any spelling errors, and make sure you didn't enter any spaces, periods, or other punctuation after the recipient's email address.",
      "550 Could not find the recipient's domain",
      '550 RCPT address has non-existant domain example.com',
      '550 5.1.1 <user@example> recipient rejected: domain does not have neither a valid MX or A record',
    ],
  },
  {
    id: 'no-mail-domain.text-and-code',
    outcome: 'no_mail_server',
    codes: ['5'],
    enhanced: ['5.1.2', '5.1.10', '5.4.4'],
    says: [
      /\b(unknown|invalid|illegal|bad|no such|non-?existent) (\S+ )?(host|domain)\b|\b(host|domain)( name)?( \S+)? (is )?(unknown|invalid|not found|(does ?n[o']t|not) exist)|\bnull ?mx\b|\bno (such )?(mx|mail exchanger)\b/,
    ],
    unless: [/\btempor|\blater\b/],
    examples: [
      '550 5.1.2 <user@example.invalid>... Host unknown (Name server: example.invalid.: host not found)',
      '550 5.1.2 unknown host or domain: user@example.invalid',
      '550 5.4.4 Invalid domain',
      '550 5.1.2 Non-existent domain',
      '556 5.1.10 <user@example.com>: Recipient address rejected: Domain example.com does not accept mail (nullMX)',
    ],
  },
];
