import type { KindRow } from './kind.ts';
import { COMMON, type Provider, lookAlike } from './look-alike.ts';
import { MIXED } from './software.ts';

/**
 * Look-alikes of large providers: the host names a verifier recognises them by, and their ways. The
 * names are served by the simulated DNS alone and lead nowhere but to loopback.
 */

const GOOGLE: Provider = {
  hosts: [
    [1, 'aspmx.l.google.com'],
    [5, 'alt1.aspmx.l.google.com'],
    [5, 'alt2.aspmx.l.google.com'],
    [10, 'alt3.aspmx.l.google.com'],
    [10, 'alt4.aspmx.l.google.com'],
  ],
  replies: {
    greeting: '220 mx.google.com ESMTP {id} - gsmtp',
    open: '250 2.1.5 OK {id} - gsmtp',
    absent:
      '550-5.1.1 The email account that you tried to reach does not exist. Please try\n' +
      "550-5.1.1 double-checking the recipient's email address for typos or\n" +
      '550-5.1.1 unnecessary spaces. For more information, go to\n' +
      '550 5.1.1  https://support.google.com/mail/?p=NoSuchUser {id} - gsmtp',
    full:
      "452-4.2.2 The recipient's inbox is out of storage space. Please direct the\n" +
      '452-4.2.2 recipient to\n' +
      '452 4.2.2  https://support.google.com/mail/?p=OverQuotaTemp {id} - gsmtp',
    disabled:
      '550-5.2.1 The email account that you tried to reach is inactive. For more\n' +
      '550-5.2.1 information, go to\n' +
      '550 5.2.1  https://support.google.com/mail/?p=DisabledUser {id} - gsmtp',
    busy:
      '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\n' +
      '450-4.2.1 prevents additional messages from being delivered. Please resend your\n' +
      '450 4.2.1 message at a later time {id} - gsmtp',
  },
  ways: {
    extensions: [...COMMON, 'SMTPUTF8'],
    starttls: 'offered',
    mailboxes: { ...MIXED, busy: 2 },
    perTransaction: {
      most: 100,
      reply: '452 4.5.3 Your message has too many recipients. {id} - gsmtp',
    },
  },
};

const MICROSOFT: Provider = {
  hosts: [[0, '*.mail.protection.outlook.com']],
  replies: {
    greeting: '220 {host} Microsoft ESMTP MAIL Service ready',
    open: '250 2.1.5 Recipient OK',
    absent: '550 5.4.1 Recipient address rejected: Access denied. [{id}]',
    full: '552 5.2.2 Mailbox full; STOREDRV.Deliver; quota exceeded [{id}]',
    disabled: '550 5.2.1 Mailbox cannot be accessed: account disabled [{id}]',
  },
  ways: {
    extensions: [...COMMON, 'DSN', 'SMTPUTF8'],
    starttls: 'offered',
    simultaneous: {
      most: 20,
      reply: '421 4.3.2 The maximum number of concurrent connections has exceeded a limit',
    },
  },
};

export const PROVIDERS: readonly KindRow[] = [
  lookAlike({
    id: 'google',
    slots: 4,
    summary: 'Google Workspace: multi-line replies, SMTPUTF8, STARTTLS, 450 4.2.1 for busy users',
    ...GOOGLE,
  }),
  lookAlike({
    id: 'google-crowd',
    summary: 'one large consumer domain at Google',
    crowd: ['courriel-g.test'],
    ...GOOGLE,
  }),
  lookAlike({
    id: 'microsoft',
    slots: 4,
    summary: 'Microsoft 365: a host name for each domain, 550 5.4.1 Access denied for no such user',
    ...MICROSOFT,
  }),
  lookAlike({
    id: 'microsoft-crowd',
    summary: 'one large consumer domain at Microsoft',
    crowd: ['courriel-m.test'],
    ...MICROSOFT,
  }),
  lookAlike({
    id: 'yahoo',
    summary: 'Yahoo: 554 in words, 50 recipients a connection, 10 connections at once',
    crowd: ['courriel-y.test', 'courrier-y.test'],
    hosts: [
      [1, 'mta5.am0.yahoodns.net'],
      [1, 'mta6.am0.yahoodns.net'],
      [1, 'mta7.am0.yahoodns.net'],
    ],
    replies: {
      greeting: '220 {host} ESMTP ready',
      open: '250 recipient <{rcpt}> ok',
      absent:
        "554 delivery error: dd This user doesn't have a yahoo.com account ({rcpt}) [0] - {host}",
      full: '552 5.2.2 Mailbox over quota ({rcpt}) - {host}',
      disabled:
        '554 delivery error: dd Sorry, your message to {rcpt} cannot be delivered. This mailbox is disabled (554.30). - {host}',
    },
    ways: {
      extensions: ['PIPELINING', 'SIZE 35882577', '8BITMIME'],
      simultaneous: { most: 10, reply: '421 4.7.0 [TSS05] Too many connections from {client}' },
      perConnection: {
        range: [50, 50],
        end: { say: '421 4.7.0 Too many recipients on this connection, please reconnect' },
      },
    },
  }),
  lookAlike({
    id: 'orange',
    summary: 'Orange: OFR codes, 10 recipients a transaction, 4 connections at once',
    crowd: ['courriel-o.test', 'courrier-o.test', 'poste-o.test'],
    hosts: [[10, 'smtp-in.orange.fr']],
    replies: {
      greeting: '220 {host} ESMTP {id}',
      open: '250 2.1.5 {id} Recipient ok',
      absent:
        '550 5.1.1 {id} Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
      full: '552 5.2.2 {id} Boite du destinataire pleine. Recipient overquota. OFR_417 [417]',
      disabled:
        '550 5.2.1 {id} Boite du destinataire desactivee. Recipient disabled. OFR_418 [418]',
    },
    ways: {
      perTransaction: {
        most: 10,
        reply: '452 4.5.3 {id} Trop de destinataires. Too many recipients. OFR_505 [505]',
      },
      simultaneous: {
        most: 4,
        reply: '421 {host} Trop de connexions. Too many connections, slow down. OFR_104 [104]',
      },
    },
  }),
  lookAlike({
    id: 'free',
    summary: 'Free: replies in French and English, 6 connections at once',
    crowd: ['courriel-f.test'],
    hosts: [
      [10, 'mx1.free.fr'],
      [20, 'mx2.free.fr'],
    ],
    replies: {
      greeting: '220 {host} (mx-free) ESMTP',
      absent: '550 5.1.1 <{rcpt}>: Recipient address rejected: Utilisateur inconnu / User unknown',
      full: '452 4.2.2 <{rcpt}>: Boite pleine / Mailbox full',
      disabled: '550 5.2.1 <{rcpt}>: Compte suspendu / This account is disabled',
    },
    ways: {
      simultaneous: { most: 6, reply: '421 Too many connections from your IP ({client})' },
    },
  }),
  lookAlike({
    id: 'laposte',
    summary: 'La Poste: LPN codes, 25 recipients a transaction, 6 connections at once',
    crowd: ['courriel-l.test'],
    hosts: [[10, 'smtpz4.laposte.net']],
    replies: {
      greeting: '220 {host} ESMTP laposte {id}',
      absent: '550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown LPN017_401',
      full: '552 5.2.2 <{rcpt}>: La boite du destinataire est pleine LPN017_402',
      disabled: '550 5.2.1 <{rcpt}>: Compte inactif / inactive account LPN017_403',
    },
    ways: {
      perTransaction: { most: 25, reply: '452 4.5.3 Error: too many recipients LPN017_410' },
      simultaneous: {
        most: 6,
        reply: '421 4.7.0 {host} Too many connections, try again later LPN105_409',
      },
    },
  }),
  lookAlike({
    id: 'sfr',
    summary: 'SFR',
    hosts: [[10, 'smtp-in.sfr.fr']],
    crowd: ['courriel-s.test'],
    replies: {
      absent: '550 5.1.1 <{rcpt}>: recipient rejected, user unknown',
      full: '552 5.2.2 <{rcpt}>: quota exceeded',
    },
    ways: { simultaneous: { most: 6, reply: '421 4.7.0 too many connections from {client}' } },
  }),
  lookAlike({
    id: 'ovh',
    slots: 3,
    summary: 'OVH shared hosting',
    hosts: [
      [1, 'mx1.mail.ovh.net'],
      [5, 'mx2.mail.ovh.net'],
      [100, 'mx3.mail.ovh.net'],
    ],
    replies: {
      absent:
        '550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown in virtual mailbox table',
    },
  }),
  lookAlike({
    id: 'apple',
    summary: 'iCloud',
    hosts: [
      [10, 'mx01.mail.icloud.com'],
      [10, 'mx02.mail.icloud.com'],
    ],
    crowd: ['courriel-a.test'],
    replies: {
      absent: '550 5.1.1 <{rcpt}>: user does not exist',
      full: '552 5.2.2 <{rcpt}>: user is over quota',
      disabled: '550 5.2.1 <{rcpt}>: inactive email address',
    },
  }),
  lookAlike({
    id: 'gandi',
    summary: 'Gandi shared hosting',
    hosts: [
      [10, 'spool.mail.gandi.net'],
      [50, 'fb.mail.gandi.net'],
    ],
    replies: {
      absent:
        '550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown in relay recipient table',
    },
  }),
  lookAlike({
    id: 'proofpoint',
    summary: 'Proofpoint in front of companies',
    hosts: [
      [10, 'mx0a-001f3a01.pphosted.com'],
      [10, 'mx0b-001f3a01.pphosted.com'],
    ],
    replies: {
      absent: '550 5.1.1 <{rcpt}>... User unknown',
      full: '452 4.2.2 <{rcpt}>... Mailbox full',
    },
  }),
  lookAlike({
    id: 'mimecast',
    summary: 'Mimecast in front of companies: no enhanced codes',
    hosts: [
      [10, 'eu-smtp-inbound-1.mimecast.com'],
      [10, 'eu-smtp-inbound-2.mimecast.com'],
    ],
    replies: {
      open: '250 Recipient OK [{id}]',
      absent: '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [{id}]',
      full: '552 Mailbox full [{id}]',
      disabled: '550 Account disabled [{id}]',
    },
    ways: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  }),
  lookAlike({
    id: 'barracuda',
    summary: 'Barracuda in front of companies',
    hosts: [
      [10, 'd1f3a.ess.barracudanetworks.com'],
      [20, 'd1f3b.ess.barracudanetworks.com'],
    ],
    replies: {
      absent: '550 permanent failure for one or more recipients ({rcpt}:550 5.1.1 User unknown)',
    },
    ways: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  }),
  lookAlike({
    id: 'zoho',
    summary: 'Zoho',
    hosts: [
      [10, 'mx.zoho.eu'],
      [20, 'mx2.zoho.eu'],
      [50, 'mx3.zoho.eu'],
    ],
    replies: { absent: '550 5.1.1 User does not exist - <{rcpt}>' },
  }),
  lookAlike({
    id: 'proton',
    summary: 'Proton',
    hosts: [
      [5, 'mail.protonmail.ch'],
      [10, 'mailsec.protonmail.ch'],
    ],
    replies: { absent: '550 5.1.1 <{rcpt}>: Recipient address rejected: Address does not exist' },
  }),
];
