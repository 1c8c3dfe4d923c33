import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../packages/verifier/src/model/types.ts';
import { useMailServers } from '../support/use-mail-servers.ts';
import { verifyWithCommand } from '../support/verify-command.ts';

/** Tests the engine with a real Exim, for behavior that Postfix does not have. */

const home = useMailServers('exim');

const SERVER = { dnsPort: 5356, smtpPort: 2526, mailFrom: 'probe@probe.tamis.test' };
const verify = (...addresses: string[]): Verdict[] => verifyWithCommand(SERVER, addresses);

const outcomes = (verdicts: readonly Verdict[]): string[] => [
  ...new Set(verdicts.map(({ status, reason }) => `${status} ${reason}`)),
];
const users = (domain: string, count: number) =>
  Array.from({ length: count }, (_, i) => `user${i + 1}@${domain}.test`);
const strangers = (domain: string, count: number) =>
  Array.from({ length: count }, (_, i) => `nobody${i + 1}@${domain}.test`);

/** Counts the lines about connections to an IP address in a server's log. */
function connections(server: string, at: number): number {
  const log = readFileSync(join(home, `log/${server}-mainlog`), 'utf8');
  const began = new RegExp(String.raw`SMTP connection from .*I=\[127\.0\.4\.${at}\]\S* \(TCP/IP`);
  return log.split('\n').filter((line) => began.test(line)).length;
}

describe('a real Exim', () => {
  it('distinguishes many known and unknown users over one connection', () => {
    const verdicts = verify(...users('plain', 60), ...strangers('plain', 60));
    expect(outcomes(verdicts.slice(0, 60))).toEqual(['deliverable accepted']);
    expect(outcomes(verdicts.slice(60))).toEqual(['undeliverable no_such_mailbox']);
    expect(connections('many', 1)).toBe(1);
  });

  it('accepts 5 recipients per transaction, and ten transactions without mail per connection', () => {
    const verdicts = verify(...users('few', 40), ...strangers('few', 60));
    expect(outcomes(verdicts.slice(0, 40))).toEqual(['deliverable accepted']);
    expect(outcomes(verdicts.slice(40))).toEqual(['undeliverable no_such_mailbox']);
    // A connection takes ten transactions of five recipients, so 100 recipients need two. The limit
    // leaves room for a third connection.
    expect(connections('few', 2)).toBeLessThanOrEqual(3);
  });

  it('that rejects the sender reveals nothing about the recipients', () => {
    const verdicts = verify(...users('sender', 2), ...strangers('sender', 2));
    expect(outcomes(verdicts)).toEqual(['unknown sender_rejected']);
    expect(verdicts[0]?.reply?.text).toMatch(/Unrouteable address/);
  });

  it('passes on a one-line or multi-line reply of the server behind it about a mailbox', () => {
    const at = (...names: string[]) => names.map((name) => `${name}@callout.test`);
    const people = users('callout', 12);
    const restricted = at('restricted', 'members', 'group');
    const unknown = [...at('cyrus', 'spanish', 'french', 'italian'), ...strangers('callout', 2)];
    const all = [...people, ...at('closed'), ...restricted, ...unknown];
    expect(verify(...all).map(({ email, status, reason }) => [email, status, reason])).toEqual([
      [people[0], 'risky', 'mailbox_full'],
      ...people.slice(1).map((email) => [email, 'deliverable', 'accepted']),
      ['closed@callout.test', 'undeliverable', 'mailbox_disabled'],
      ...restricted.map((email) => [email, 'unknown', 'policy']),
      ...unknown.map((email) => [email, 'undeliverable', 'no_such_mailbox']),
    ]);
  });

  it('that caches a callout failure without its text reveals nothing', () => {
    const refused = users('callout', 1);
    verify(...refused);
    const verdicts = verify(...refused);
    expect(outcomes(verdicts)).toEqual(['unknown policy']);
    expect(verdicts[0]?.reply?.text).toBe('Previous (cached) callout verification failure');
  });

  it('that tests the server behind it with a random recipient is a catch-all only if that server is', () => {
    const at = (name: string) => `${name}@random.test`;
    const verdicts = verify(
      ...users('random', 12).slice(1),
      at('closed'),
      ...strangers('random', 4),
    );
    expect(outcomes(verdicts.slice(0, 11))).toEqual(['deliverable accepted']);
    expect(outcomes(verdicts.slice(11, 12))).toEqual(['undeliverable mailbox_disabled']);
    expect(outcomes(verdicts.slice(12))).toEqual(['undeliverable no_such_mailbox']);
    expect(outcomes(verify(...users('any', 3), ...strangers('any', 3)))).toEqual([
      'risky catch_all',
    ]);
  });

  it('that rejects the sixth recipient of a transaction permanently is asked about five at a time', () => {
    const verdicts = verify(...users('reject', 12), ...strangers('reject', 12));
    expect(outcomes(verdicts.slice(0, 12))).toEqual(['deliverable accepted']);
    expect(outcomes(verdicts.slice(12))).toEqual(['undeliverable no_such_mailbox']);
  });

  it('that rejects recipients above a rate reveals nothing about them', () => {
    const below = verify(...users('rate', 5), ...strangers('rate', 5));
    expect(outcomes(below.slice(0, 5))).toEqual(['deliverable accepted']);
    expect(outcomes(below.slice(5))).toEqual(['undeliverable no_such_mailbox']);
    const above = verify(...users('rate', 15), ...strangers('rate', 5));
    expect(outcomes(above.slice(10))).toEqual(['unknown throttled']);
    expect(above.filter(({ status }) => status === 'undeliverable')).toEqual([]);
  });

  it('that disconnects after too many unknown users is contacted again for the rest', () => {
    const verdicts = verify(...strangers('drop', 20), ...users('drop', 10));
    expect(outcomes(verdicts.slice(0, 20))).toEqual(['undeliverable no_such_mailbox']);
    expect(outcomes(verdicts.slice(20))).toEqual(['deliverable accepted']);
    // Each connection allows four unknown users, including the random recipient of the catch-all
    // test. A last connection handles the rest.
    expect(connections('many', 6)).toBeLessThanOrEqual(7);
  });

  it('that requires TLS is contacted over TLS', () => {
    const verdicts = verify(...users('tls', 3), ...strangers('tls', 3));
    expect(outcomes(verdicts.slice(0, 3))).toEqual(['deliverable accepted']);
    expect(outcomes(verdicts.slice(3))).toEqual(['undeliverable no_such_mailbox']);
    expect(connections('many', 7)).toBe(1);
  });

  it('that requires TLS but has broken TLS gets no verdict, only a later retry', () => {
    const verdicts = verify(...users('broken', 3));
    expect(outcomes(verdicts)).toEqual(['unknown server_error']);
    expect(verdicts[0]?.retry_after_s).toBe(300);
  });

  it('that many domains use under their own names is not contacted by all of them at once', () => {
    const tenants = Array.from({ length: 40 }, (_, i) => `user1@tenant${i + 1}.test`);
    const verdicts = verify(...tenants);
    const answered = verdicts.filter(({ status }) => status === 'deliverable');
    // Exim notices a closed connection only after a moment, so it may defer a few addresses.
    expect(answered.length).toBeGreaterThanOrEqual(36);
    expect(connections('shared', 9)).toBeLessThanOrEqual(48);
    expect(outcomes(verdicts)).not.toContain('unknown timeout');
  });
});
