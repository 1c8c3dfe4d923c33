import type { Rule } from '../rule.ts';

const STOCK_OF_MICROSOFT =
  /^\W*requested action not taken: mailbox unavailable\W*(?:\(%id\)\W*)?(?:\[\S*\]\W*)?$/;

/**
 * Sentences that mean something else at one provider than everywhere else, by what that provider says
 * of them itself. They come first, and only for replies known to be that provider's, by its host or its link.
 */
export const PROVIDER_QUIRKS: readonly Rule[] = [
  {
    // Interia's help: mistyped, full or suspended, all by the same words.
    id: 'interia.mailbox-not-available',
    outcome: 'refused_bare',
    providers: ['interia'],
    codes: ['550'],
    enhanced: ['5.2.1'],
    says: [/mailbox not available/],
    examples: ['550 5.2.1 Mailbox not available'],
  },
  {
    // Tencent's list of codes: too many messages from one IP or domain in a short time.
    id: 'qq.unavailable-or-denied',
    outcome: 'throttled',
    providers: ['qq'],
    codes: ['5'],
    says: [/mailbox unavailable or access den/],
    examples: [
      '550 Mailbox unavailable or access denied [MJSp]: https://service.mail.qq.com/detail/122/166',
    ],
  },
  {
    // GMX, web.de, mail.com and IONOS, whose help says of these words that the address does not exist. Every link of
    // theirs names our IP; the case in it is what tells, and only where no reason stands between.
    id: 'united-internet.case-of-recipient',
    outcome: 'no_such_mailbox_by_provider',
    codes: ['550'],
    cites: [
      /^\W*requested action not taken: mailbox unavailable\W+(?:550[ -])?for explanation visit https?:\/\/postmaster\.[\w.-]+\/\w\w\/case\?c=r1601\b/,
    ],
    examples: [
      '550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit https://postmaster.gmx.net/en/case?c=r1601&i=ip&v=192.0.2.1&r=1MQ9J3-1rVb2x0Abc-00M8fV',
      '550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit https://postmaster.web.de/en/case?c=r1601&i=ip&v=192.0.2.1',
    ],
  },
  {
    // Their help lists the phrase as the answer to an address that does not exist.
    id: 'united-internet.mailbox-unavailable',
    outcome: 'no_such_mailbox_by_provider',
    providers: ['gmx', 'ionos'],
    codes: ['550'],
    says: [/^\W*(?:<?@>?:? ?)?requested action not taken: mailbox unavailable\W*$/],
    examples: ['550 <user@example.com>: Requested action not taken: mailbox unavailable'],
  },
  {
    // Outlook.com, of an address that nobody has. A refusal for another reason names the reason.
    id: 'microsoft.mailbox-unavailable',
    outcome: 'no_such_mailbox_by_provider',
    providers: ['microsoft'],
    codes: ['550'],
    enhanced: ['5.5.0'],
    says: [STOCK_OF_MICROSOFT],
    examples: ['550 5.5.0 Requested action not taken: mailbox unavailable'],
  },
  {
    // The same by the id of the text or the host that Outlook.com signs it with.
    id: 'microsoft.mailbox-unavailable.signed',
    outcome: 'no_such_mailbox_by_provider',
    codes: ['550'],
    enhanced: ['5.5.0'],
    cites: [
      /^\W*(?:5\.5\.0 )?requested action not taken: mailbox unavailable\.? (?:\(%id\)|\[[\w.#-]+\.prod\.protection\.outlook\.com\])/,
    ],
    examples: [
      '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM6EUR05FT012.eop-eur05.prod.protection.outlook.com]',
      '550 5.5.0 Requested action not taken: mailbox unavailable. [DB5EUR01FT039.eop-EUR01.prod.protection.outlook.com]',
    ],
  },
  {
    // Coremail's manual: the recipient is not there, or may not be written to any more.
    id: 'coremail.unavailable-mail-user',
    outcome: 'no_such_mailbox_by_provider',
    codes: ['550'],
    says: [/^\W*(?:#?\d+ )?unavailable mail user\W*$/],
    examples: ['550 unavailable mail user'],
  },
];
