import type { SmtpExtension, ReplyTemplates, ServerProfile, MailboxShares } from './kind.ts';

export const MODERN_EXTENSIONS: readonly SmtpExtension[] = [
  'PIPELINING',
  'SIZE 35882577',
  'ENHANCEDSTATUSCODES',
  '8BITMIME',
];

/** Percentages of mailboxes that are not open, in a typical list that is slightly outdated. */
export const TYPICAL_SHARES = { absent: 26, full: 3, disabled: 2 } satisfies MailboxShares;

export const POSTFIX_REPLIES: ReplyTemplates = {
  greeting: '220 {host} ESMTP Postfix',
  open: '250 2.1.5 Ok',
  absent: '550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown in local recipient table',
  full: '452 4.2.2 <{rcpt}>: Mailbox is full',
  disabled: '550 5.2.1 <{rcpt}>: Recipient address rejected: Mailbox disabled for this recipient',
  busy: '450 4.2.1 <{rcpt}>: The user is receiving mail at a rate that prevents delivery right now',
};

/** Creates a server profile. Uses Postfix's replies where none are given. */
const software = (
  extensions: readonly SmtpExtension[],
  replies: Partial<ReplyTemplates>,
): ServerProfile => ({
  extensions,
  mailboxes: TYPICAL_SHARES,
  replies: { ...POSTFIX_REPLIES, ...replies },
});

export const postfix = software([...MODERN_EXTENSIONS, 'DSN', 'VRFY'], {});

export const exim = software(['SIZE 35882577', '8BITMIME', 'PIPELINING', 'HELP'], {
  greeting: '220 {host} ESMTP Exim 4.98 ready',
  open: '250 Accepted',
  absent: '550 No such person at this address: {rcpt} unknown user',
  full: '552 Mailbox quota exceeded for {rcpt}',
  disabled: '550 Account {rcpt} has been suspended',
});

export const sendmail = software([...MODERN_EXTENSIONS, 'DSN', 'HELP'], {
  greeting: '220-{host} ESMTP Sendmail 8.18.1/8.18.1\n220 Unsolicited mail is not welcome here',
  open: '250 2.1.5 <{rcpt}>... Recipient ok',
  absent: '550 5.1.1 <{rcpt}>... User unknown',
  full: '552 5.2.2 <{rcpt}>... Over quota',
  disabled: '550 5.2.1 <{rcpt}>... Account inactive',
});

export const exchange: ServerProfile = {
  ...software([...MODERN_EXTENSIONS, 'DSN'], {
    greeting: '220 {host} Microsoft ESMTP MAIL Service ready',
    open: '250 2.1.5 Recipient OK',
    absent: '550 5.1.1 User unknown',
    full: '552 5.2.2 Mailbox full',
    disabled: '550 5.2.1 Mailbox not accepting messages: account disabled',
  }),
  starttls: 'offered',
};

export const qmail = software(['PIPELINING', '8BITMIME'], {
  greeting: '220 {host} ESMTP',
  open: '250 ok',
  // `absent` and `full` are replies of the chkuser patch (chkuser_settings.h).
  absent: '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
  full: '522 sorry, recipient mailbox is full (#5.2.2 - chkuser)',
  disabled: '550 sorry, this account is disabled (#5.2.1)',
});

export const courier = software(['PIPELINING', '8BITMIME', 'SIZE 35882577', 'DSN'], {
  greeting: '220 {host} ESMTP',
  open: '250 Ok.',
  absent: '550 User <{rcpt}> unknown',
  full: '552 Mailbox of {rcpt} is full',
  disabled: '550 Account disabled',
});

export const opensmtpd: ServerProfile = {
  ...software(['8BITMIME', 'ENHANCEDSTATUSCODES', 'SIZE 35882577', 'DSN', 'HELP'], {
    greeting: '220 {host} ESMTP OpenSMTPD',
    open: '250 2.1.5 Destination address valid: Recipient ok',
    absent: '524 5.2.4 Mailing list expansion problem: <{rcpt}>',
  }),
  mailboxes: { absent: 26 },
};

export const groupware = software(MODERN_EXTENSIONS, {
  greeting: '220 {host} ESMTP service ready [{id}]',
  open: '250 2.1.5 {rcpt} will be delivered',
  absent: '550 5.7.1 <{rcpt}>: no such user here',
  full: '452 4.2.2 <{rcpt}>: over quota',
  disabled: '550 5.2.1 <{rcpt}>: this mailbox was deactivated',
});
