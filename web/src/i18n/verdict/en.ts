import type { VerdictReason } from '../../../../shared/model/verdict.ts';

/** Additional texts about verdicts. `explain` has the meaning of each reason, and what to do. */
export const en = {
  facts: 'About this address',
  fact: {
    catch_all: 'accept-all',
    catch_all_unknown: 'accept-all test not answered',
    disposable: 'disposable',
    mailbox_full: 'mailbox full',
    role: 'role address',
    free: 'free provider',
    tagged: 'plus-tagged',
    gateway: 'behind a mail gateway',
    parked: 'parked domain',
    no_dmarc: 'without DMARC',
  },
  score: 'Score',
  outOf: '{{score, number}} of 100 (chance that email arrives)',
  known: 'Domain',
  age: 'Checked {{ago}}',
  reply: {
    server: 'Mail server',
    answer: 'Response',
    words: 'Server reply',
    none: 'No answer',
    accepted: 'Accepted',
    later: 'Refused for now',
    refused: 'Refused',
    connect: 'on connect',
    ehlo: 'at EHLO',
    mail: 'at MAIL FROM',
    rcpt: 'at RCPT TO',
  },
  likely:
    'The server accepts every name at this domain, so nobody can be certain. But the name and the domain are good signs.',
  explain: {
    accepted: 'The mail server accepts mail for this address. You can write to it.',
    catch_all:
      'The server accepts every name at this domain, so nobody can tell whether this mailbox exists. Write only if you trust the source of the address.',
    mailbox_full:
      'The mailbox exists but is full, so mail sent now bounces. Check again in a few days.',
    disposable:
      'This domain gives out addresses that disappear after a short time. Ask for a permanent address.',
    bad_syntax:
      'This is not a well-formed email address. Look for a missing @, a space or two dots in a row.',
    no_such_domain:
      'The domain after the @ does not exist, so no mail can arrive. Look for a typo.',
    no_mail_server:
      'The domain exists but has no mail server, so no mail can arrive. Look for a typo after the @.',
    null_mx: 'The domain states that it accepts no mail at all. Ask for another address.',
    no_such_mailbox:
      'The mail server says that this mailbox does not exist. Look for a typo, or remove the address.',
    mailbox_disabled:
      'The mailbox is disabled and accepts no mail. Remove the address, or ask for another one.',
    greylisted: 'The mail server asks unknown senders to come back later. Check again in a while.',
    throttled: 'The mail server limits how often we may ask. Check again later.',
    ip_blocked:
      'The mail server refuses connections from our network. This says nothing about the address. Check again another day.',
    sender_rejected:
      'The mail server refuses our sender address. This says nothing about the mailbox. Check again another day.',
    policy:
      'The mail server does not let us ask about its mailboxes. This says nothing about the address: write if you trust its source.',
    server_unreachable:
      'The mail servers of this domain accept no connections. Check again later; if this lasts, mail cannot arrive either.',
    server_error: 'The mail server reports an internal error. Check again later.',
    dns_error: 'The name servers of this domain gave no usable answer. Check again later.',
    timeout: 'The mail server was reached but did not answer in time. Check again later.',
    not_answered: 'We ran out of time before the mail server answered. Check again later.',
    egress_off: 'Our service is not contacting mail servers at the moment. Check again later.',
  } satisfies Record<VerdictReason, string>,
} as const;
