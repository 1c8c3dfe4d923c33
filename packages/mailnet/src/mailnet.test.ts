import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMailbox } from './net/mailbox.ts';
import { addresses, startMailnet } from './index.ts';
import type { Mailnet } from './index.ts';
import { isLoopback } from './net/mail-hosts.ts';
import { skipWaits } from '../tests/skip-waits.ts';
import { SmtpClient } from '../tests/smtp-client.ts';
import { queryDns } from '../tests/resolver.ts';
import { createSimulatedInternet } from './net/simulated-internet.ts';
import type { Domain } from './net/simulated-internet.ts';

const HAS_IPV6 = networkInterfaces()['lo']?.some(({ address }) => address === '::1') === true;
const SEED = 1;

describe('the net', () => {
  let mailnet: Mailnet;
  beforeAll(async () => {
    mailnet = await startMailnet({ seed: SEED, timeScale: 1000, now: () => 0 });
  });
  afterAll(() => mailnet.close());

  it('replies to pipelined commands in order, and ignores those sent before the TLS handshake', async () => {
    const host = await hostOf('starttls-only');
    const dialogue = new SmtpClient(host.address, mailnet.smtpPort);
    await dialogue.reply();
    await dialogue.ask('EHLO client.test');
    dialogue.send('STARTTLS', 'NOOP smuggled in', 'RSET');
    expect(await dialogue.reply()).toMatch(/^220/u);
    await dialogue.secure();
    dialogue.send('EHLO client.test', 'MAIL FROM:<a@client.test>');
    dialogue.send(`RCPT TO:<zq7k@${host.domain}>`, `RCPT TO:<postmaster@${host.domain}>`, 'QUIT');
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push((await dialogue.reply()).slice(0, 3));
    expect(codes).toEqual(['250', '250', '550', '250', '221']);
    expect(await dialogue.reply()).toBe('closed');
  });

  it('reads commands in pieces, and rejects an endless line', async () => {
    const host = await hostOf('precise');
    const dialogue = new SmtpClient(host.address, mailnet.smtpPort);
    await dialogue.reply();
    for (const character of 'NOOP\r\n') {
      dialogue.sendRaw(character);
      await new Promise(setImmediate);
    }
    expect(await dialogue.reply()).toMatch(/^250/u);
    dialogue.sendRaw('X'.repeat(100_000));
    expect(await dialogue.reply()).toMatch(/^500/u);
    expect(await dialogue.reply()).toMatch(/^(?:closed|ECONNRESET|EPIPE)$/u);
  });

  it.each<[behavior: string, together: string[], oneByOne: string[]]>([
    ['first-only', ['250'], ['250', '550 zq7k', '250']],
    ['reversed', ['250', '250 postmaster', '550 zq7k'], ['250', '550 zq7k', '250 postmaster']],
    ['silent', ['250', '250 postmaster'], ['250', '550 zq7k', '250 postmaster']],
  ])(
    'replies to a packet of commands %s, but correctly one by one',
    async (behavior, together, oneByOne) => {
      const host = await hostOf(
        'broken-pipelining',
        ({ variant: { server } }) =>
          server?.brokenPipelining === behavior && server.extensions.includes('DSN'),
      );
      const commands = [
        'MAIL FROM:<a@client.test>',
        `RCPT TO:<zq7k@${host.domain}>`,
        `RCPT TO:<postmaster@${host.domain}>`,
      ];
      for (const [packets, expected] of [
        [[commands], together],
        [commands.map((command) => [command]), oneByOne],
      ] as const) {
        const dialogue = new SmtpClient(host.address, mailnet.smtpPort);
        await dialogue.reply();
        await dialogue.ask('EHLO client.test');
        const replies: string[] = [];
        for (const packet of packets) {
          dialogue.send(...packet);
          for (let i = 0; i < expected.length / packets.length; i++)
            replies.push((await dialogue.reply()).replace(/^(\d+)(?:.*?<(\w+)@)?.*$/su, '$1 $2'));
        }
        expect(replies.map((reply) => reply.trim())).toEqual(expected);
        expect(await dialogue.ask('NOOP')).toMatch(/^250 2\.0\.0/u);
        dialogue.close();
      }
    },
  );

  it('counts the sessions that a client ends without MAIL or RCPT', async () => {
    mailnet.resetCounters();
    const { address } = await hostOf('precise');
    for (const commands of [[], ['EHLO client.test'], ['EHLO client.test', 'MAIL FROM:<>']]) {
      const dialogue = new SmtpClient(address, mailnet.smtpPort);
      await dialogue.reply();
      for (const command of commands) await dialogue.ask(command);
      await dialogue.ask('QUIT');
      expect(await dialogue.reply()).toBe('closed');
      dialogue.close();
    }
    await expect.poll(() => mailnet.counters().open).toBe(0);
    expect(mailnet.counters()).toMatchObject({ connections: 3, idle: 2 });
  });

  it('rejects a connection above a provider’s limit per client', async () => {
    const host = await hostOf('orange');
    const dialogues = Array.from(
      { length: 5 },
      () => new SmtpClient(host.address, mailnet.smtpPort),
    );
    const greetings = await Promise.all(dialogues.map((dialogue) => dialogue.reply()));
    expect(greetings.map((greeting) => greeting.slice(0, 3)).sort()).toEqual([
      '220',
      '220',
      '220',
      '220',
      '421',
    ]);
    for (const dialogue of dialogues) dialogue.close();
  });

  it.runIf(HAS_IPV6)(
    'serves IPv6 on the same port, where only the recipient identifies the domain',
    async () => {
      const dialogue = new SmtpClient('::1', mailnet.smtpPort);
      expect(await dialogue.reply()).toMatch(/^220 mx6\./u);
      await dialogue.ask('EHLO client.test');
      await dialogue.ask('MAIL FROM:<a@client.test>');
      const domains = domainsOf('dual-stack').filter(({ variant }) => variant.shared);
      expect(domains.length).toBeGreaterThan(1);
      for (const { name } of domains) {
        expect(await dialogue.ask(`RCPT TO:<postmaster@${name}>`)).toMatch(/^250 /u);
        expect(await dialogue.ask(`RCPT TO:<zq7k@${name}>`)).toMatch(/^550 5\.1\.1 /u);
      }
      const [elsewhere] = domainsOf('precise');
      const denied = await dialogue.ask(`RCPT TO:<postmaster@${elsewhere?.name}>`);
      expect(denied).toMatch(/^554 5\.7\.1 .*Relay access denied/u);
      dialogue.close();
    },
  );

  async function hostOf(
    kind: string,
    matches: (domain: Domain) => boolean = () => true,
  ): Promise<{ domain: string; address: string }> {
    const domain = domainsOf(kind).find(matches);
    if (!domain) throw new Error(`no domain of kind ${kind}`);
    const { answers: [mx] = [] } = await queryDns(mailnet.dnsPort, domain.name, 'MX');
    const exchange = mx?.type === 'MX' ? mx.data.exchange : '';
    const { answers: [a] = [] } = await queryDns(mailnet.dnsPort, exchange, 'A');
    return { domain: domain.name, address: a?.type === 'A' ? a.data : '' };
  }

  function domainsOf(kind: string): Domain[] {
    const names = new Set(
      [...addresses(SEED, 10_000)].map((email) => parseMailbox(email)?.domain ?? ''),
    );
    const world = createSimulatedInternet(SEED);
    return [...names]
      .map((name) => world.named(name))
      .filter((domain) => domain !== undefined)
      .filter((domain) => domain.kind.id === kind);
  }
});

describe('startMailnet', () => {
  skipWaits();

  it('sends every reply one round trip after its request', async () => {
    const mailnet = await startMailnet({ seed: SEED, delayMs: 100, now: () => 0 });
    const timed = async <T>(task: Promise<T>): Promise<[T, number]> => {
      const from = Date.now();
      return [await task, Date.now() - from];
    };
    const [{ answers }, dns] = await timed(queryDns(mailnet.dnsPort, 'aspmx.l.google.com', 'A'));
    const [a] = answers ?? [];
    const dialogue = new SmtpClient(a?.type === 'A' ? a.data : '', mailnet.smtpPort);
    const [, greeting] = await timed(dialogue.reply());
    dialogue.send('NOOP', 'NOOP', 'NOOP', 'NOOP');
    const readFourReplies = async (): Promise<void> => {
      for (let i = 0; i < 4; i++) await dialogue.reply();
    };
    const [, pipelined] = await timed(readFourReplies());
    expect([dns, greeting, pipelined]).toEqual([200, 200, 200]);
    dialogue.close();
    await mailnet.close();
  });

  it('runs several nets at the same time, and closes everything', async () => {
    const nets = await Promise.all([1, 2].map((seed) => startMailnet({ seed, now: () => 0 })));
    const hosts = await Promise.all(
      nets.map(({ dnsPort }) => queryDns(dnsPort, 'aspmx.l.google.com', 'A')),
    );
    const sockets = hosts.map(({ answers: [a] = [] }, i) =>
      connect(nets[i]?.smtpPort ?? 0, a?.type === 'A' ? a.data : ''),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    expect(nets.map((net) => net.counters().open)).toEqual([1, 1]);
    await Promise.all(nets.map((net) => net.close()));
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
    expect(nets.map((net) => net.counters().open)).toEqual([0, 0]);
  });

  it('rejects if a port is taken, and releases the other', async () => {
    const taken = createServer().listen(0, '0.0.0.0');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const options = { seed: SEED, now: () => 0 };
    await expect(startMailnet({ ...options, smtpPort: port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await expect(startMailnet({ ...options, dnsPort: port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    taken.close();
  });

  it.runIf(HAS_IPV6)('rejects if its port is taken in IPv6, and releases it in IPv4', async () => {
    const taken = createServer().listen(0, '::1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const start = startMailnet({ seed: SEED, smtpPort: port, now: () => 0 });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const ipv4Server = createServer().listen(port, '0.0.0.0');
    await once(ipv4Server, 'listening');
    ipv4Server.close();
    taken.close();
  });

  it('serves only loopback', () => {
    for (const address of ['127.0.0.1', '127.32.1.2', '::1', '::ffff:127.0.0.1'])
      expect(isLoopback(address)).toBe(true);
    for (const address of ['10.0.0.1', '192.168.1.1', '128.0.0.1', '1.127.0.1', '::2', 'fe80::1'])
      expect(isLoopback(address)).toBe(false);
    expect(isLoopback(undefined)).toBe(false);
  });
});
