import { afterEach, expect, test } from 'vitest';
import { benches, connections, precise, short } from './testing/engine.ts';
import { startSocksProxy } from './testing/socks-proxy.ts';
import type { SocksProxy } from './testing/socks-proxy.ts';

const { start, end } = benches();
let proxy: SocksProxy | undefined;
afterEach(async () => {
  await end();
  await proxy?.close();
  proxy = undefined;
});

const ASKED = ['a@one.test', 'no@one.test'];
const ANSWERED = ['deliverable accepted', 'undeliverable no_such_mailbox'];

test.each([undefined, { user: 'me', password: 'pass' }])(
  'through a proxy, login %o',
  async (login) => {
    proxy = await startSocksProxy(login);
    const it = await start({
      smtp: { rcpt: precise },
      config: {
        egress: {
          kind: 'socks5',
          host: '127.0.0.1',
          port: proxy.port,
          ...(login && { username: login.user, password: login.password }),
        },
      },
    });
    expect(short(await it.verify(ASKED))).toEqual(ANSWERED);
    expect(proxy.targets).toEqual([`127.0.0.1:${it.smtp['127.0.0.1']?.port}`]);
  },
);

test('a proxy that refuses us, or is not there, leaves all open', async () => {
  proxy = await startSocksProxy({ user: 'me', password: 'pass' });
  const { port } = proxy;
  for (const egress of [
    { kind: 'socks5', host: '127.0.0.1', port, username: 'me', password: 'wrong' },
    { kind: 'socks5', host: '127.0.0.1', port: 1 },
  ] as const) {
    const it = await start({ smtp: { rcpt: precise }, config: { egress } });
    expect(short(await it.verify(ASKED))).toEqual([
      'unknown server_unreachable',
      'unknown server_unreachable',
    ]);
    expect(connections(it)).toBe(0);
  }
});

test('from a local address, where the family fits', async () => {
  const from: string[] = [];
  const it = await start({
    smtp: { rcpt: precise, greeting: ({ remoteAddress }) => (from.push(remoteAddress), '220 hi') },
    config: { egress: { kind: 'direct', localAddress: '127.0.0.77' } },
  });
  expect(short(await it.verify(ASKED))).toEqual(ANSWERED);
  expect(from).toEqual(['127.0.0.77']);

  const six = await start({ config: { egress: { kind: 'direct', localAddress: '::1' } } });
  expect(short(await six.verify(['a@one.test']))).toEqual(['unknown server_unreachable']);
});

test('pace and blocks belong to the way out: another one starts afresh', async () => {
  const it = await start({
    smtp: { greeting: '554 5.7.1 Your address is listed at zen.spamhaus.org' },
  });
  expect(short(await it.verify(['a@one.test']))).toEqual(['unknown ip_blocked']);
  expect(short(await it.verify(['b@one.test']))).toEqual(['unknown ip_blocked']);
  expect(connections(it)).toBe(1);
  const other = await start({
    smtp: { rcpt: precise },
    config: {
      facts: it.config.facts,
      egress: { kind: 'direct', localAddress: '127.0.0.78' },
    },
  });
  expect(short(await other.verify(['a@one.test']))).toEqual(['deliverable accepted']);
});
