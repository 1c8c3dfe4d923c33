import { withParents } from './parent-domains.ts';

/** The purpose of mail hosts without permanent mailboxes. */
export type MailHostPurpose = 'disposable' | 'parked';

/**
 * Parent names of mail hosts that serve only throw-away addresses, including those at new domains.
 * They come from three sources: the statistics of the Python package `disposable_email` of
 * 2026-10-08, where they served hundreds of such domains and almost no others;
 * https://github.com/duhow/mail-checker (mail_checker/const.py); and a program that rejects
 * sign-ups from them. Services that forward to a permanent mailbox (SimpleLogin, addy.io, Firefox
 * Relay) and hosting companies are excluded.
 */
const DISPOSABLE_HOSTS = `
  10minutemail.com 1secmail.com beavis99.com beavis99.net casadorock.com cleantempmail.com den.yt
  discard.email dropmail.me email-fake.com email.chatgpt.org.uk emailfake.com emlhub.com emlpro.com
  emltmp.com erinn.biz freeml.net generator.email gravityengine.cc guerrillamail.com in.mail.tm
  mailinator.com mailnesia.com moakt.com papierkorb.me rejecthost.com spymail.one temp-mail.io
  tempm.com tinyhost.shop trashmail.com unstablemail.com wabblywabble.com wallywatts.com yomail.info
  yopmail.com`;

/**
 * Mail hosts of domain parking companies, which drop or reject mail. They were seen as the MX of
 * mistyped and expired domains, in the statistics of `disposable_email` and in reports about such
 * domains.
 */
const PARKING_HOSTS = 'hostedmxserver.com h-email.net mailerhost.net park-mx.above.com';

const byName = new Map<string, MailHostPurpose>([
  ...DISPOSABLE_HOSTS.trim()
    .split(/\s+/)
    .map((name) => [name, 'disposable'] as const),
  ...PARKING_HOSTS.split(' ').map((name) => [name, 'parked'] as const),
]);

/** Considers only the first host (in lower case): a backup host may be someone else's. */
export const mailHostPurposeOf = ([best = '']: readonly string[]): MailHostPurpose | undefined =>
  withParents(best)
    .map((name) => byName.get(name))
    .find((kind) => kind !== undefined);
