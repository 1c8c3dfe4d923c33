import type { Kind, Server, Variant } from './kind.ts';
import { exim, postfix } from './software.ts';
import { own, refusing } from './refusals.ts';

/** Servers that put askers off, for some minutes or for ever. */

const greylisting = (
  software: Server,
  reply: string,
  greylist: Partial<Server['greylist']> = {},
): Variant => own({ ...software, greylist: { reply, unknownFirst: false, ...greylist } });

export const GREYLISTS: Kind['variants'] = [
  greylisting(
    postfix,
    '450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted, please retry in 4 minutes',
    { unknownFirst: true },
  ),
  greylisting(postfix, '451 4.7.1 Greylisting in action, please come back later'),
  greylisting(exim, '451 Temporarily deferred (greylist), try again later'),
];

export const GREYLISTS_FOREVER: Kind['variants'] = [
  greylisting(
    postfix,
    '450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted for 300 seconds',
    { forever: true },
  ),
  greylisting(exim, '451 You have been greylisted, please try again later', { forever: true }),
];

export const THROTTLES = refusing('throttled', [
  ['greeting', '421 4.7.0 {host} Error: too many connections from {client}'],
  ['mail', '450 4.7.1 Error: too much mail from {client}'],
  ['mail', '421 4.7.0 {host} Too many messages from {client} this hour, closing'],
  ['rcpt', '450 4.7.1 Error: too many recipients from {client}'],
  ['rcpt', '421 4.7.28 {host} Rate limit exceeded for {client}, closing'],
]);
