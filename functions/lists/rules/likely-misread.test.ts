import { expect, it } from 'vitest';
import { isLikelyMisread } from './likely-misread.ts';

it.each([
  ['500 addresses at 50 domains, none of which exists', { no_such_mailbox: 500 }, 50, true],
  ['both kinds of missing addresses', { no_such_mailbox: 300, no_such_domain: 200 }, 50, true],
  ['95% of the decided addresses', { no_such_mailbox: 475, accepted: 25 }, 50, true],
  ['a third at catch-all domains', { no_such_mailbox: 500, catch_all: 250 }, 50, true],
  ['many unknown and malformed', { no_such_mailbox: 500, timeout: 90, bad_syntax: 5e3 }, 50, true],
  ['94.8% of the decided addresses', { no_such_mailbox: 474, accepted: 26 }, 50, false],
  [
    'full and disabled mailboxes, which exist',
    { no_such_mailbox: 475, mailbox_full: 26 },
    50,
    false,
  ],
  ['disabled mailboxes', { no_such_mailbox: 475, mailbox_disabled: 26 }, 50, false],
  ['fewer than 500 decided addresses', { no_such_mailbox: 499, catch_all: 200 }, 50, false],
  ['few domains, such as a company that was dissolved', { no_such_mailbox: 5000 }, 49, false],
  ['a small part of a list', { no_such_mailbox: 500, catch_all: 1001 }, 50, false],
  ['an old list, of which 60% is left', { no_such_mailbox: 4000, accepted: 6000 }, 900, false],
  ['domains without mail servers', { no_mail_server: 600, null_mx: 400 }, 600, false],
  ['malformed addresses only', { bad_syntax: 1000 }, 0, false],
] as const)('judges %s', (_, reasons, domains, expected) => {
  expect(isLikelyMisread(reasons, domains)).toBe(expected);
});
