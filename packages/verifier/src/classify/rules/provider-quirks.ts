import { rules } from './rule.ts';

/**
 * Sentences that mean something else at one provider than everywhere else, by what that provider
 * says of them itself. They come first, and only for replies known to be that provider's, by its
 * mail host or by words and links that only it has.
 */
export const PROVIDER_QUIRKS = rules('no_such_mailbox_by_provider', {
  // Interia's help: mistyped, full or suspended, all by the same words.
  'interia.mailbox-not-available': {
    meaning: 'bare_refusal',
    providers: ['interia'],
    codes: ['550'],
    enhanced: ['5.2.1'],
    phrases: ['mailbox not available'],
  },
  // Tencent's list of codes: too many messages from one IP or domain in a short time.
  'qq.unavailable-or-denied': {
    meaning: 'throttled',
    providers: ['qq'],
    codes: ['5'],
    phrases: ['mailbox unavailable or access den*'],
  },
  // Their own words for a pace, where others speak so of a block: Microsoft, Google, Tencent,
  // Alibaba, NetEase (HL:ICC, HL:IFC, MI:DMC), Cox (CXCNCT, CXMXRT).
  'throttled.by-provider': {
    meaning: 'throttled',
    phrases: [
      'been temporarily rate limited',
      'sender frequency limited',
      'too frequent sending',
      '(hl:(icc|ifc)|mi:dmc)',
    ],
    links: ['aup#cxcnct', 'aup#cxmxrt'],
  },
  // iCloud, when many send to it at once.
  'apple.try-again': {
    meaning: 'throttled',
    providers: ['apple'],
    codes: ['451'],
    phrases: ['^service unavailable ... try again later$'],
  },
  // What is listed, or has a bad name, is the domain of our sender.
  'sender.listed': {
    meaning: 'sender_rejected',
    phrases: [
      'mail-from domain is listed',
      'sender address (@ |_ )?blocked using',
      'sender( address| domain)? (is |was |has been )?((on|in) (a|our|the) )?{bad_list}',
      'your (domain|e-mail address) has been (block*|black*)',
      'reputation of the sending domain',
      'policy restrictions ... domain based',
    ],
  },
  // sendmail, which would relay for a host whose name it knows.
  'relay-denied.for-our-host': {
    meaning: 'relay_denied',
    codes: ['550'],
    phrases: ['^relaying denied. ip name (lookup failed|possibly forged)'],
  },
  // Yandex's help: the recipient's account is closed for a breach of the terms of use.
  'yandex.target-address': {
    meaning: 'mailbox_disabled',
    providers: ['yandex'],
    codes: ['550'],
    phrases: ['policy rejection on the target address'],
  },
  // Broadcom, https://knowledge.broadcom.com/external/article/175710: an invalid address.
  'messagelabs.mailbox-not-allowed': {
    providers: ['messagelabs'],
    codes: ['553'],
    phrases: ['^recipient mailbox is not allowed$'],
  },
  // Trend Micro, solution 1053962: the customer's directory does not have the recipient. Others
  // say so of a policy, so it takes an accepted recipient beside it.
  'trendmicro.access-denied': {
    meaning: 'bare_refusal',
    providers: ['trendmicro'],
    codes: ['554'],
    enhanced: ['5.7.1'],
    phrases: ['^recipient address rejected: access denied$'],
  },
  // GMX, web.de, mail.com and IONOS link to a page that explains the case r1601: no such address.
  'united-internet.case-r1601': {
    codes: ['550'],
    links: ['/case?c=r1601'],
    unless: ['reject*', 'policy'],
  },
  // Their help lists the phrase as the answer to an address that does not exist.
  'united-internet.mailbox-unavailable': {
    providers: ['gmx', 'ionos'],
    codes: ['550'],
    phrases: ['^requested action not taken: mailbox unavailable$'],
  },
  // Outlook.com, of an address that nobody has. A refusal for another reason names the reason.
  'microsoft.mailbox-unavailable': {
    providers: ['microsoft'],
    codes: ['550'],
    enhanced: ['5.5.0'],
    phrases: ['^requested action not taken: mailbox unavailable( %id)?.?( %host)?$'],
  },
  // The same, known by the id or the host name that Outlook.com signs it with.
  'microsoft.mailbox-unavailable.signed': {
    codes: ['550'],
    enhanced: ['5.5.0'],
    phrases: [
      '^requested action not taken: mailbox unavailable %id',
      '^requested action not taken: mailbox unavailable. (#.)?%host',
    ],
  },
  // Coremail's manual: the recipient is not there, or may not be written to any more.
  'coremail.unavailable-mail-user': { codes: ['550'], phrases: ['^unavailable mail user$'] },
});
