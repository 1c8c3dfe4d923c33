import { describe, expect, test } from 'vitest';
import { parseSettings, UsageError } from './settings.ts';

describe('settings', () => {
  test('takes the defaults from this machine', () => {
    const { dns, egress, mailFrom, ...rest } = parseSettings(['a@b.test']);
    expect(rest).toMatchObject({
      format: 'table',
      smtpPort: 25,
      allowPrivate: false,
      retries: 0,
      controls: ['gmail.com', 'outlook.com', 'yahoo.com'],
      timeScale: 1,
      timeoutMs: undefined,
      addresses: ['a@b.test'],
    });
    expect(dns.every(({ port }) => port > 0)).toBe(true);
    expect(egress).toEqual([{ kind: 'direct', helo: mailFrom.replace('verify@', '') }]);
  });

  test('the sandbox retries greylisting, with a faster clock', () => {
    expect(parseSettings(['--sandbox', '-'])).toMatchObject({
      retries: 4,
      timeScale: 60,
      addresses: undefined,
    });
  });

  test.each([
    ['127.0.0.1:5353', { host: '127.0.0.1', port: 5353 }],
    ['9.9.9.9', { host: '9.9.9.9', port: 53 }],
    ['[::1]:53', { host: '::1', port: 53 }],
    ['2001:db8::1', { host: '2001:db8::1', port: 53 }],
    ['fe80::1%eth0', { host: 'fe80::1%eth0', port: 53 }],
  ])('--dns %s', (text, expected) =>
    expect(parseSettings(['--dns', text, '-']).dns).toEqual([expected]),
  );

  test('--control replaces the default control domains', () => {
    const { controls } = parseSettings(['--control', 'Bücher.test', '--control', 'b.test', '-']);
    expect(controls).toEqual(['xn--bcher-kva.test', 'b.test']);
  });

  test.each([
    ['direct#mta.test', { kind: 'direct', helo: 'mta.test' }],
    ['direct:127.0.0.2', { kind: 'direct', localAddress: '127.0.0.2' }],
    ['socks5://proxy.test:1081', { kind: 'socks5', host: 'proxy.test', port: 1081 }],
    ['socks5://proxy.test', { kind: 'socks5', host: 'proxy.test', port: 1080 }],
    [
      'socks5://me:p%40ss@[::1]:9',
      { kind: 'socks5', host: '::1', port: 9, username: 'me', password: 'p@ss' },
    ],
  ])('--egress %s', (text, expected) =>
    expect(parseSettings(['--helo', 'us.test', '--egress', text, '-']).egress).toEqual([
      { helo: 'us.test', ...expected },
    ]),
  );

  test.each(['mx-1.us.test', 'localhost', 'my_host', '[192.0.2.1]', '[IPv6:2001:db8::1]'])(
    '--helo %s',
    (name) => {
      const { egress, mailFrom } = parseSettings(['--helo', name, '-']);
      expect([egress[0]?.helo, mailFrom]).toEqual([name, `verify@${name}`]);
    },
  );

  test.each(['v@us.test', 'v@localhost', 'v@[192.0.2.1]', 'v+1@xn--caf-dma.test'])(
    '--mail-from %s',
    (address) => expect(parseSettings(['--mail-from', address, '-']).mailFrom).toBe(address),
  );

  test.each([
    [[], true],
    [['--ordered'], true],
    [['--json'], false],
    [['--json', '--ordered'], true],
  ])('%j keeps the order of the input: %s', (args, ordered) =>
    expect(parseSettings([...args, '-']).ordered).toBe(ordered),
  );

  test('accepts a timeout of a week', () =>
    expect(parseSettings(['--timeout', '604800', '-']).timeoutMs).toBe(604_800_000));
});

describe('wrong usage is reported with the option name', () => {
  test.each([
    ['There is no option --unknown; see --help.', ['--unknown', '-']],
    ['Write -- before an address that begins with -.', ['-a@b.test']],
    ['--sandbox starts its own', ['--sandbox', '--dns', '9.9.9.9', '-']],
    ['its own resolver and mail servers', ['--sandbox', '--smtp-port', '25', '-']],
    ['--smtp-port', ['--smtp-port', '0', '-']],
    ['--smtp-port', ['--smtp-port', '70000', '-']],
    ['--smtp-port', ['--smtp-port', 'x', '-']],
    ['--concurrency', ['--concurrency', '1.5', '-']],
    ['--retries', ['--retries', '5', '-']],
    ['--dns', ['--dns', 'a:b:c:d:x', '-']],
    ['--control must be a domain', ['--control', 'a b', '-']],
    ['--dns must be HOST or HOST:PORT', ['--dns', '9.9.9.9:0', '-']],
    ['--dns', ['--dns', '[::1]:65536', '-']],
    ['--timeout', ['--timeout', '-1', '-']],
    ['--timeout', ['--timeout=-1', '-']],
    ['--timeout must be a number from 0 to 604800', ['--timeout', '3000000', '-']],
    ['--helo', ['--helo', 'a b', '-']],
    ['--helo', ['--helo', '', '-']],
    ['--helo', ['--helo', 'a\r\nRSET', '-']],
    ['--helo', ['--helo', 'café.test', '-']],
    ['--helo', ['--helo', 'us.', '-']],
    ['--helo', ['--helo', 'x'.repeat(256), '-']],
    ['--mail-from', ['--mail-from', '', '-']],
    ['--mail-from', ['--mail-from', 'x', '-']],
    ['--mail-from', ['--mail-from', '<a@b.test>', '-']],
    ['--mail-from', ['--mail-from', 'a@b.test> SIZE=1', '-']],
    ['--mail-from', ['--mail-from', '"a b"@c.test', '-']],
    ['--mail-from', ['--mail-from', 'josé@b.test', '-']],
    ['--mail-from', ['--mail-from', 'a@café.test', '-']],
    ['--egress', ['--egress', 'http://proxy', '-']],
    ['--egress', ['--egress', 'direct,off', '-']],
    ['--helo', ['--egress', 'direct#a b', '-']],
    ['--egress', ['--egress', 'socks5://h:0', '-']],
    ['--egress', ['--egress', 'socks5://%zz:a@h:1', '-']],
    ['--egress', ['--egress', 'socks5://a:%zz@h:1', '-']],
    ['--egress', ['--egress', `socks5://a:${'x'.repeat(256)}@h:1`, '-']],
    ['--egress', ['--egress', 'direct:foo', '-']],
    ['--egress', ['--egress', 'direct:127.0.0.1:25', '-']],
    ['Give one address or more', []],
    ['not both', ['a@b.test', 'bad', '-']],
    ['not both', ['-', '-']],
  ])('%s: %j', (message, args) => {
    expect(() => parseSettings(args)).toThrow(UsageError);
    expect(() => parseSettings(args)).toThrow(message);
  });

  test('no message contains a password', () =>
    expect(() => parseSettings(['--egress', 'socks5://me:secret%zz@h:1', '-'])).toThrow(
      /^(?!.*secret)/,
    ));
});
