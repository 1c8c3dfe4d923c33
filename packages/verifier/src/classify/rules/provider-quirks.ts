import { defineRules } from './rule.ts';

/**
 * Replies with a special meaning at one provider, according to that provider. These rules come
 * early. They apply only to replies that are known to be from that provider, because of the mail
 * host or of phrases and links that no other provider uses.
 */
export const PROVIDER_QUIRK_RULES = defineRules('no_such_mailbox_by_provider', {
  // Interia's help lists this text for mistyped, full and suspended mailboxes.
  'interia.mailbox-not-available': {
    meaning: 'bare_refusal',
    providers: ['interia'],
    codes: ['550'],
    enhanced: ['5.2.1'],
    phrases: ['mailbox not available'],
  },
  // Sent for too many messages from one IP or domain, according to Tencent's list of codes.
  'qq.unavailable-or-denied': {
    meaning: 'throttled',
    providers: ['qq'],
    codes: ['5'],
    phrases: ['mailbox unavailable or access den*'],
  },
  // Rate limits in phrases that mean a block at other providers. Sent by Microsoft, Google,
  // Tencent, Alibaba, NetEase (HL:ICC, HL:IFC, MI:DMC) and Cox (CXCNCT, CXMXRT).
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
  // Sent by iCloud if it receives from many senders at the same time.
  'apple.try-again': {
    meaning: 'throttled',
    providers: ['apple'],
    codes: ['451'],
    phrases: ['^service unavailable ... try again later$'],
  },
  // Our sender's domain is listed or has a bad reputation.
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
  // Sent by sendmail if the reverse DNS of our host fails or does not resolve back to it.
  'relay-denied.for-our-host': {
    meaning: 'relay_denied',
    codes: ['550'],
    phrases: ['^relaying denied. ip name (lookup failed|possibly forged)'],
  },
  // Sent for an account that was closed for violating the terms of use, according to Yandex's help.
  'yandex.target-address': {
    meaning: 'mailbox_disabled',
    providers: ['yandex'],
    codes: ['550'],
    phrases: ['policy rejection on the target address'],
  },
  // Sent for an invalid address (https://knowledge.broadcom.com/external/article/175710).
  'messagelabs.mailbox-not-allowed': {
    providers: ['messagelabs'],
    codes: ['553'],
    phrases: ['^recipient mailbox is not allowed$'],
  },
  // Trend Micro sends this for a recipient that is missing from the customer's directory (solution
  // 1053962). The same wording is also a generic policy refusal, so the rule needs an accepted
  // control recipient.
  'trendmicro.access-denied': {
    meaning: 'bare_refusal',
    providers: ['trendmicro'],
    codes: ['554'],
    enhanced: ['5.7.1'],
    phrases: ['^recipient address rejected: access denied$'],
  },
  // GMX, web.de, mail.com and IONOS link to a page that explains case r1601: no such address.
  'united-internet.case-r1601': {
    codes: ['550'],
    links: ['/case?c=r1601'],
    unless: ['reject*', 'policy'],
  },
  // The provider's help lists the phrase for an address that does not exist.
  'united-internet.mailbox-unavailable': {
    providers: ['gmx', 'ionos'],
    codes: ['550'],
    phrases: ['^requested action not taken: mailbox unavailable$'],
  },
  // Sent by Outlook.com for an address that does not exist. Its other refusals state their reason.
  'microsoft.mailbox-unavailable': {
    providers: ['microsoft'],
    codes: ['550'],
    enhanced: ['5.5.0'],
    phrases: ['^requested action not taken: mailbox unavailable( %id)?.?( %host)?$'],
  },
  // The same phrase, recognized by Outlook.com's id or host name in the reply.
  'microsoft.mailbox-unavailable.signed': {
    codes: ['550'],
    enhanced: ['5.5.0'],
    phrases: [
      '^requested action not taken: mailbox unavailable %id',
      '^requested action not taken: mailbox unavailable. (#.)?%host',
    ],
  },
  // According to Coremail's manual, the recipient does not exist or can no longer receive mail.
  'coremail.unavailable-mail-user': { codes: ['550'], phrases: ['^unavailable mail user$'] },
});
