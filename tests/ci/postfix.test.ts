import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../packages/verifier/src/model/types.ts';
import { useMailServers } from '../support/use-mail-servers.ts';
import { verifyWithCommand } from '../support/verify-command.ts';

/** Tests the engine with a real Postfix, a real greylisting service and a real DNS server. */

const home = useMailServers('postfix');
const log = () => readFileSync(join(home, 'log/postfix.log'), 'utf8');

const SERVER = { dnsPort: 5355, smtpPort: 2525, mailFrom: 'probe@tamis.test' };
const verify = (...addresses: string[]): Map<string, Verdict> =>
  new Map(verifyWithCommand(SERVER, addresses).map((verdict) => [verdict.email, verdict]));

const outcome = (verdict: Verdict | undefined) => `${verdict?.status} ${verdict?.reason}`;
const connections = (service: string): number =>
  log()
    .split('\n')
    .filter((line) => line.includes(`postfix/${service}/smtpd`) && line.includes(': connect from'))
    .length;
const users = (domain: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `user${from + i}@${domain}.test`);
const strangers = (domain: string, n: number) =>
  Array.from({ length: n }, (_, i) => `nobody${i}@${domain}.test`);

describe('a real Postfix', () => {
  it('distinguishes known and unknown users over one connection, even if EAI and implicit MX domains share the host', () => {
    const verdicts = verify(
      ...users('plain', 1, 3),
      ...strangers('plain', 3),
      'müller@eai.test',
      'nobody@eai.test',
      'user1@implicit.test',
      'user1@nosuch.test',
    );
    for (const user of users('plain', 1, 3))
      expect(outcome(verdicts.get(user))).toBe('deliverable accepted');
    for (const stranger of strangers('plain', 3))
      expect(outcome(verdicts.get(stranger))).toBe('undeliverable no_such_mailbox');
    expect(outcome(verdicts.get('müller@eai.test'))).toBe('deliverable accepted');
    expect(outcome(verdicts.get('nobody@eai.test'))).toBe('undeliverable no_such_mailbox');
    expect(outcome(verdicts.get('user1@implicit.test'))).toBe('deliverable accepted');
    expect(outcome(verdicts.get('user1@nosuch.test'))).toBe('undeliverable no_such_domain');
    // plain.test, eai.test and implicit.test share a server; each may use a separate connection.
    expect(connections('plain')).toBeLessThanOrEqual(3);
  });

  it('verifies 40 recipients at a server that accepts 5 per transaction, over one connection', () => {
    const verdicts = verify(...users('capped', 1, 40));
    expect([...verdicts.values()].map(outcome)).toEqual(Array(40).fill('deliverable accepted'));
    expect(connections('capped')).toBe(1);
  });

  it('returns unknown, not undeliverable, for a UTF-8 address if the server does not offer SMTPUTF8', () => {
    const verdicts = verify('müller@ascii.test', 'user1@ascii.test');
    expect(outcome(verdicts.get('müller@ascii.test'))).toBe('unknown policy');
    expect(outcome(verdicts.get('user1@ascii.test'))).toBe('deliverable accepted');
  });

  it('recognizes full and disabled mailboxes', () => {
    const verdicts = verify(...users('quota', 1, 4));
    expect([...verdicts.values()].map(outcome)).toEqual([
      'risky mailbox_full',
      'risky mailbox_full',
      'undeliverable mailbox_disabled',
      'deliverable accepted',
    ]);
  });

  it('retries at a greylisting server and gets an answer', async () => {
    const addresses = [...users('greylist', 1, 2), 'nobody@greylist.test'];
    const first = verify(...addresses);
    expect(outcome(first.get('user1@greylist.test'))).toBe('unknown greylisted');
    expect(first.get('user1@greylist.test')?.retry_after_s).toBeGreaterThan(0);
    expect(outcome(first.get('nobody@greylist.test'))).toBe('undeliverable no_such_mailbox');
    await sleep(3000);
    const second = verify(...addresses);
    expect(outcome(second.get('user1@greylist.test'))).toBe('deliverable accepted');
    expect(outcome(second.get('user2@greylist.test'))).toBe('deliverable accepted');
    expect(connections('greylist')).toBe(2);
  });

  it('waits for the result of reject_unverified_recipient', async () => {
    const addresses = ['user1@unverified.test', 'nobody@unverified.test'];
    for (const verdict of verify(...addresses).values())
      expect(outcome(verdict)).not.toMatch(/^undeliverable (?!no_such_mailbox)/);
    await sleep(2000);
    const verdicts = verify(...addresses);
    expect(outcome(verdicts.get('user1@unverified.test'))).toBe('deliverable accepted');
    expect(outcome(verdicts.get('nobody@unverified.test'))).toBe('undeliverable no_such_mailbox');
  });

  it('gives every address a verdict if the server disconnects after four errors', () => {
    const verdicts = verify(...strangers('errors', 12), ...users('errors', 1, 4));
    for (const stranger of strangers('errors', 12))
      expect(outcome(verdicts.get(stranger))).toBe('undeliverable no_such_mailbox');
    for (const user of users('errors', 1, 4))
      expect(outcome(verdicts.get(user))).toBe('deliverable accepted');
    // Twelve unknown users need three connections, because the server allows four per connection. A
    // last connection handles the rest.
    expect(connections('errors')).toBeLessThanOrEqual(5);
  });

  it('distinguishes known and unknown users of a domain that discards mail for one address', () => {
    const verdicts = verify(
      ...users('discard', 1, 2),
      ...strangers('discard', 1),
      'noreply@discard.test',
      ...users('discard', 3, 4),
      'nobody1@discard.test',
    );
    expect([...verdicts.values()].map(outcome)).toEqual([
      ...Array(2).fill('deliverable accepted'),
      'undeliverable no_such_mailbox',
      ...Array(3).fill('deliverable accepted'),
      'undeliverable no_such_mailbox',
    ]);
    expect(connections('discard')).toBe(1);
  });

  it('never exceeds the limit of a server that allows one concurrent connection', () => {
    const verdicts = verify(...users('busy', 1, 40));
    expect([...verdicts.values()].map(outcome)).toEqual(Array(40).fill('deliverable accepted'));
    expect(connections('busy')).toBe(1);
    expect(log()).not.toMatch(/postfix\/busy\/smtpd.*too many connections/);
  });
});
