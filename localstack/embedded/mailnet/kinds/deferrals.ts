import type { Refusal, Server, Variant } from './kind.ts';
import { exim, postfix } from './software.ts';
import { own, refusing } from './refusals.ts';

/** Servers that put askers off, for some minutes or for ever. */

type Variants = readonly [Variant, ...Variant[]];

const greylisting = (software: Server, greylist: Server['greylist']): Variant =>
  own({ ...software, ...(greylist && { greylist }) });

export const GREYLISTS: Variants = [
  greylisting(postfix, {
    reply: '450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted, please retry in 4 minutes',
    unknownFirst: true,
  }),
  greylisting(postfix, {
    reply: '451 4.7.1 Greylisting in action, please come back later',
    unknownFirst: false,
  }),
  greylisting(exim, {
    reply: '451 Temporarily deferred (greylist), try again later',
    unknownFirst: false,
  }),
];

export const GREYLISTS_FOREVER: Variants = [
  greylisting(postfix, {
    reply: '450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted for 300 seconds',
    unknownFirst: false,
    forever: true,
  }),
  greylisting(exim, {
    reply: '451 You have been greylisted, please try again later',
    unknownFirst: false,
    forever: true,
  }),
];

const throttled = (stage: Refusal['stage'], reply: string): Variant =>
  refusing({ stage, reply, reason: 'throttled' });

export const THROTTLES: Variants = [
  throttled('greeting', '421 4.7.0 {host} Error: too many connections from {client}'),
  throttled('mail', '450 4.7.1 Error: too much mail from {client}'),
  throttled('mail', '421 4.7.0 {host} Too many messages from {client} this hour, closing'),
  throttled('rcpt', '450 4.7.1 Error: too many recipients from {client}'),
  throttled('rcpt', '421 4.7.28 {host} Rate limit exceeded for {client}, closing'),
];
