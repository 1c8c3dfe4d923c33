import { withParents } from './with-parents.ts';

/** What mail hosts are for that keep no mailboxes which last. */
export type MailHosts = 'disposable' | 'parked';

/**
 * Names above mail hosts that take mail for throw-away addresses alone, whatever new domain they
 * are given. Others found them by resolving the domains of public lists: the statistics of the
 * Python package `disposable_email` of 2026-10-08, where these served hundreds of such domains and
 * next to no other, https://github.com/duhow/mail-checker (mail_checker/const.py), and a program
 * that refuses sign-ups by them. Services that forward to a lasting mailbox (SimpleLogin, addy.io,
 * Firefox Relay) and hosting companies are not here.
 */
const DISPOSABLE = `
  10minutemail.com 1secmail.com beavis99.com beavis99.net casadorock.com cleantempmail.com den.yt
  discard.email dropmail.me email-fake.com email.chatgpt.org.uk emailfake.com emlhub.com emlpro.com
  emltmp.com erinn.biz freeml.net generator.email gravityengine.cc guerrillamail.com in.mail.tm
  mailinator.com mailnesia.com moakt.com papierkorb.me rejecthost.com spymail.one temp-mail.io
  tempm.com tinyhost.shop trashmail.com unstablemail.com wabblywabble.com wallywatts.com yomail.info
  yopmail.com`;

/**
 * Mail hosts of companies that park domains: they take mail to drop it, or none. Seen as the MX of
 * mistyped and expired domains, in the same statistics and in reports of such domains.
 */
const PARKED = 'hostedmxserver.com h-email.net mailerhost.net park-mx.above.com';

const byName = new Map<string, MailHosts>([
  ...DISPOSABLE.trim()
    .split(/\s+/)
    .map((name) => [name, 'disposable'] as const),
  ...PARKED.split(' ').map((name) => [name, 'parked'] as const),
]);

/**
 * What the mail hosts of a domain are for, by the best of them: a spare one may be somebody else's.
 *
 * @param hosts in lower case and without a final dot, best first
 */
export const mailHostsOf = ([best = '']: readonly string[]): MailHosts | undefined =>
  withParents(best)
    .map((name) => byName.get(name))
    .find((kind) => kind !== undefined);
