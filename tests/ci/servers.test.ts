import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../packages/verifier/src/model/types.ts';
import { useMailServers } from '../support/use-mail-servers.ts';
import { isNightly } from '../support/tier.ts';
import { verifyWithCommand } from '../support/verify-command.ts';

/**
 * Tests the engine with third-party servers. The expected verdict of each address is taken from the
 * configuration of its server before the engine connects.
 */

interface Server {
  name: string;
  dnsPort: number;
  smtpPort: number;
  /** Pattern of the log line for each connection. */
  connection: RegExp;
  /**
   * Maximum connections: one per domain, another for each domain that defers unknown senders or
   * limits a connection, one that tests whether the server has started, and two if the server is
   * busy.
   */
  connections: number;
  /** Pattern of a log line about a client that violates the protocol. */
  protocolError: RegExp;
  /** Addresses that are rejected like unknown mailboxes, although they may exist. */
  unsure?: readonly string[];
}

const POSTFIX_ERROR = 'lost connection after|improper|too many|fatal|panic';

const SERVERS: readonly Server[] = [
  {
    name: 'opensmtpd',
    dnsPort: 5357,
    smtpPort: 2527,
    connection: /smtp connected/,
    connections: 16,
    // Excludes rejections by the server's filters, which are part of its configuration.
    protocolError:
      /failed-command command="(?!"|RCPT TO)(?!.*(?:STARTTLS|not wanted|not your own))/,
    unsure: ['user1@foreign.test', 'user2@foreign.test'],
  },
  {
    name: 'sendmail',
    dnsPort: 5359,
    smtpPort: 2529,
    connection: />>> 220 /,
    connections: 20,
    // Ignores the 503 for a RCPT that was pipelined after a rejected MAIL (RFC 2920 §3.1).
    protocolError: />>> (?:421(?! 4\.4\.1)|50[0-2]|503 (?!5\.7\.0|5\.0\.0 Need MAIL before RCPT))/,
  },
  {
    name: 'haraka',
    dnsPort: 5358,
    smtpPort: 2528,
    connection: /\[core\] connect ip=/,
    connections: 20,
    protocolError: /unrecognized command|ad sequence|early talker/i,
  },
  {
    name: 'postscreen',
    dnsPort: 5360,
    smtpPort: 2530,
    connection: /postscreen.*: CONNECT from/,
    // Two domains have a mailbox with a temporary error, which the engine retries twice.
    connections: 16,
    protocolError: new RegExp(`(PREGREET|NON-SMTP|COMMAND|BARE|HANGUP) .*from|${POSTFIX_ERROR}`),
  },
  {
    name: 'postgrey',
    dnsPort: 5361,
    smtpPort: 2531,
    connection: /smtpd.*: connect from/,
    // The server defers a new client for two seconds, so the engine connects once more.
    connections: 12,
    protocolError: new RegExp(POSTFIX_ERROR),
  },
  {
    name: 'dovecot',
    dnsPort: 5362,
    smtpPort: 2532,
    connection: /smtpd.*: connect from/,
    // Two domains have a mailbox with a temporary error, which the engine retries twice.
    connections: 14,
    protocolError: new RegExp(POSTFIX_ERROR),
  },
  {
    name: 'courier',
    dnsPort: 5363,
    smtpPort: 2533,
    connection: /courieresmtpd: started/,
    connections: 11,
    // Ignores the 502 for a RCPT that was pipelined after a rejected MAIL (RFC 2920 §3.1).
    protocolError: /connection limit|msg="50(?!2 .*cmd: RCPT)/,
  },
  {
    name: 'python-mail',
    dnsPort: 5364,
    smtpPort: 2534,
    // Matches log lines of Salmon, Twisted Mail and slimta.
    connection: /^Peer: |connection from|:accept /,
    connections: 7,
    protocolError: /unrecognized command|50[0-35] [A-Z]/,
  },
  {
    name: 'smtp-server',
    dnsPort: 5365,
    smtpPort: 2535,
    connection: /Connection from /,
    connections: 24,
    // Ignores the 503 for a RCPT that was pipelined after a rejected MAIL (RFC 2920 §3.1).
    protocolError: /S: (?:421|50[0-2]|503 (?!Error: need MAIL))/,
  },
  {
    name: 'callout',
    dnsPort: 5366,
    smtpPort: 2536,
    // Matches only the engine's connections. Callouts, and the connections made beforehand to start
    // them, are logged under other syslog names (`behind`, `early`).
    connection: /postfix\/smtpd.*: connect from/,
    connections: 6,
    protocolError: new RegExp(`postfix/smtpd.*(${POSTFIX_ERROR})`),
  },
  {
    name: 'cyrus',
    dnsPort: 5367,
    smtpPort: 2537,
    connection: /smtpd.*: connect from/,
    connections: 6,
    protocolError: new RegExp(POSTFIX_ERROR),
  },
  {
    name: 'addons',
    dnsPort: 5368,
    smtpPort: 2538,
    connection: /smtpd.*: connect from/,
    // Each of two domains has a mailbox with a temporary error, which the engine retries twice.
    connections: 9,
    protocolError: new RegExp(POSTFIX_ERROR),
  },
  {
    name: 'go-smtp',
    dnsPort: 5369,
    smtpPort: 2539,
    connection: /^220 /,
    connections: 8,
    // Ignores the 502 for a RCPT that was pipelined after a rejected MAIL (RFC 2920 §3.1).
    protocolError: /^50[01] |^502 (?!5\.7\.0|5\.5\.1 Missing MAIL)/,
  },
];

/**
 * Servers tested on every push, in addition to Postfix and Exim; the nightly run tests all servers.
 */
const PUSH_SERVERS = new Set(['dovecot', 'sendmail']);
const chosenServers = SERVERS.filter(({ name }) => isNightly || PUSH_SERVERS.has(name));

const outcome = ({ email, status, reason }: Verdict) => [email, status, reason];

describe.each(chosenServers)('a real $name', ({ name, dnsPort, smtpPort, ...expected }) => {
  const home = useMailServers(name);

  it('gets verdicts according to its configuration, over few connections, without protocol errors', () => {
    const expectations = readFileSync(join(home, 'truth'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([address = '', status, reason, first]) => ({ address, status, reason, first }));
    const connection = { dnsPort, smtpPort, mailFrom: 'probe@tamis.test' };
    const addresses = expectations.map(({ address }) => address);
    const all = verifyWithCommand(connection, [...addresses, ...(expected.unsure ?? [])]);
    const verdicts = all.slice(0, addresses.length);
    expect(verdicts.map(outcome)).toEqual(
      expectations.map(({ address, status, reason, first }) =>
        first ? [address, 'unknown', first] : [address, status, reason],
      ),
    );
    for (const { confidence } of all.slice(addresses.length))
      expect(confidence).toBeLessThanOrEqual(0.6);

    const deferred = verdicts.filter(({ reason }) => reason === 'greylisted');
    expect(deferred.filter(({ retry_after_s }) => retry_after_s !== 300)).toEqual([]);
    const again = expectations.filter(({ first }) => first !== undefined);
    // The engine retries after two seconds at a server that deferred it for connecting too early.
    const options = ['--retries=2', '--time-scale=150'];
    const names = again.map(({ address }) => address);
    const later = again.length > 0 ? verifyWithCommand({ ...connection, options }, names) : [];
    expect(later.map(outcome)).toEqual(
      again.map(({ address, status, reason }) => [address, status, reason]),
    );

    const log = readFileSync(join(home, 'log/server'), 'utf8').split('\n');
    const connections = log.filter((line) => expected.connection.test(line));
    expect(connections.length).toBeLessThanOrEqual(expected.connections);
    expect(connections.length).toBeGreaterThan(0);
    expect(log.filter((line) => expected.protocolError.test(line))).toEqual([]);
  });
});
