import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import type { Limits } from '../model/limits.ts';
import {
  EHLO_WITH_PIPELINING,
  EHLO_WITH_STARTTLS,
  startScriptedSmtp,
} from '../../tests/scripted-smtp.ts';
import type { SmtpScript } from '../../tests/scripted-smtp.ts';
import { skipWaits } from '../../../mailnet/tests/skip-waits.ts';
import { mail, rcpt } from './commands.ts';
import { openSession } from './session.ts';
import type { SessionOpenFailure, Session } from './session.ts';

skipWaits();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function openTestSession(
  script: SmtpScript,
  limitOverrides: Partial<Limits> = {},
  address = '127.0.0.1',
  now: () => number = Date.now,
) {
  const server = await startScriptedSmtp(script);
  open.push(server);
  const opened = await openSession('mx.test', address, {
    smtp: { port: server.port, mailFrom: 'me@us.test' },
    egress: { kind: 'direct', helo: 'us.test' },
    limits: { ...DEFAULT_LIMITS, ...limitOverrides },
    now,
    signal: new AbortController().signal,
  });
  return { opened, heard: server.received };
}

async function session(script: SmtpScript, limitOverrides?: Partial<Limits>, now?: () => number) {
  const { opened, heard } = await openTestSession(script, limitOverrides, '127.0.0.1', now);
  if (!('ask' in opened)) throw new Error(`no session: ${JSON.stringify(opened)}`);
  return { session: opened as Session, heard };
}

async function failure(
  script: SmtpScript,
  limitOverrides?: Partial<Limits>,
): Promise<SessionOpenFailure> {
  const { opened } = await openTestSession(script, limitOverrides);
  if ('ask' in opened) throw new Error('a session');
  return opened;
}

const codes = (replies: readonly ({ code: number } | undefined)[]) =>
  replies.map((reply) => reply?.code);

describe('a transaction', () => {
  test('is sent in one piece if the server supports pipelining', async () => {
    const { session: it, heard } = await session({
      rcpt: (address) => (address.startsWith('no') ? '550 5.1.1 no' : '250 ok'),
    });
    const first = await it.ask(['a@x.test', 'no@x.test'], false);
    expect(codes(first.recipients)).toEqual([250, 550]);
    const second = await it.ask(['b@x.test'], false);
    const more = await it.askMore(['c@x.test'], false);
    void it.quit();
    expect(codes([...second.recipients, ...more.recipients])).toEqual([250, 250]);
    expect(heard[0]).toEqual([
      'EHLO us.test',
      'MAIL FROM:<me@us.test>',
      'RCPT TO:<a@x.test>',
      'RCPT TO:<no@x.test>',
      'RSET',
      'MAIL FROM:<me@us.test>',
      'RCPT TO:<b@x.test>',
      'RCPT TO:<c@x.test>',
    ]);
  });

  test('waits for each reply if the server does not support pipelining', async () => {
    const unanswered: string[] = [];
    const { session: it } = await session({
      ehlo: '250 mx.test',
      line: (line) => {
        unanswered.push(line);
        if (unanswered.length > 1) return 'BYE:500 one at a time';
        queueMicrotask(() => unanswered.pop());
        return undefined;
      },
    });
    expect(codes((await it.ask(['a@x.test', 'b@x.test'], false)).recipients)).toEqual([250, 250]);
    expect(codes((await it.ask(['c@x.test'], false)).recipients)).toEqual([250]);
  });

  test.each([EHLO_WITH_PIPELINING, '250 mx.test'])('ends if MAIL is refused (%s)', async (ehlo) => {
    const { session: it } = await session({ ehlo, mail: '550 5.7.1 not you' });
    expect(await it.ask(['a@x.test'], false)).toMatchObject({ mailRefused: { code: 550 } });
  });

  test.each([EHLO_WITH_PIPELINING, '250 mx.test'])(
    'keeps the replies before a 421 (%s)',
    async (ehlo) => {
      const { session: it } = await session({
        ehlo,
        rcpt: (_, { recipients }) => (recipients < 3 ? '250 ok' : 'BYE:421 4.3.2 enough'),
      });
      const answers = await it.ask(['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'], false);
      expect(codes(answers.recipients)).toEqual([250, 250]);
      expect(answers.ended).toMatchObject({ kind: 'shutdown', reply: { code: 421 } });
    },
  );

  test('declares non-ASCII recipients, and sends them as UTF-8', async () => {
    const { session: it, heard } = await session({ ehlo: '250-mx.test\n250 SMTPUTF8' });
    expect(it.smtputf8).toBe(true);
    await it.ask(['josé@xn--caf-dma.test'], true);
    expect(heard[0]?.slice(1)).toEqual([
      'MAIL FROM:<me@us.test> SMTPUTF8',
      'RCPT TO:<josé@xn--caf-dma.test>',
    ]);
  });
});

describe('the greeting and EHLO', () => {
  test('falls back to HELO', async () => {
    const { session: it, heard } = await session({ ehlo: '502 5.5.1 unknown command' });
    expect(codes((await it.ask(['a@x.test'], false)).recipients)).toEqual([250]);
    expect(heard[0]?.slice(0, 2)).toEqual(['EHLO us.test', 'HELO us.test']);
  });

  test.each<[string, SmtpScript, object]>([
    [
      '554 in the greeting',
      { greeting: '554 no' },
      { stage: 'connect', reply: { code: 554 }, tryNextHost: true },
    ],
    [
      '421 in the greeting',
      { greeting: 'BYE:421 busy' },
      { stage: 'connect', reply: { code: 421 }, tryNextHost: true },
    ],
    [
      'no greeting',
      { greeting: null },
      { stage: 'connect', end: { kind: 'timeout' }, tryNextHost: true },
    ],
    [
      'a greeting cut off',
      { greeting: 'BYE:' },
      { stage: 'connect', end: { kind: 'closed' }, tryNextHost: true },
    ],
    ['a reset', { connections: 0 }, { stage: 'connect', tryNextHost: true }],
    ['another protocol', { greeting: 'SSH-2.0-OpenSSH_9.6' }, { end: { kind: 'garbage' } }],
    [
      '550 to EHLO',
      { ehlo: '550 5.7.1 bad name' },
      { stage: 'ehlo', reply: { code: 550 }, tryNextHost: false },
    ],
    [
      '421 to EHLO',
      { ehlo: 'BYE:421 4.7.0 slow down' },
      { stage: 'ehlo', reply: { code: 421 }, tryNextHost: false },
    ],
    [
      'EHLO cut off',
      { ehlo: 'BYE:' },
      { stage: 'ehlo', end: { kind: 'closed' }, tryNextHost: true },
    ],
    [
      'no answer to EHLO',
      { ehlo: null },
      { stage: 'ehlo', end: { kind: 'timeout' }, tryNextHost: true },
    ],
  ])('fails at %s', async (_, script, expected) => {
    expect(await failure(script)).toMatchObject(expected);
  });

  test('fails if nobody listens, or if the address is a name', async () => {
    const closed = await startScriptedSmtp();
    await closed.close();
    const { opened } = await openTestSession({}, {}, '127.0.0.9');
    expect(opened).toMatchObject({ end: { kind: 'unreachable', detail: 'ECONNREFUSED' } });
    const named = await openTestSession({}, {}, 'localhost');
    expect(named.opened).toMatchObject({ end: { kind: 'unreachable' } });
    expect(named.heard).toEqual([]);
  });
});

describe('STARTTLS', () => {
  test('moves the session into TLS and sends EHLO again', async () => {
    const { session: it, heard } = await session({
      ehlo: (_, { secured }) => (secured ? EHLO_WITH_PIPELINING : EHLO_WITH_STARTTLS),
      mail: (_, { secured }) =>
        secured ? '250 ok' : '530 5.7.0 Must issue a STARTTLS command first',
    });
    expect(await it.ask(['a@x.test'], false)).toMatchObject({ mailRefused: { code: 530 } });
    expect(await it.startTls()).toBeUndefined();
    expect(it.secured).toBe(true);
    expect(codes((await it.ask(['a@x.test'], false)).recipients)).toEqual([250]);
    expect(heard[0]?.filter((line) => /^(EHLO|STARTTLS|RSET)/.test(line))).toEqual([
      'EHLO us.test',
      'STARTTLS',
      'EHLO us.test',
    ]);
    void it.quit();
  });

  test.each<[string, SmtpScript, object]>([
    [
      'is refused',
      { line: (line) => (line === 'STARTTLS' ? '454 4.7.0 not now' : undefined) },
      { reply: { code: 454 } },
    ],
    [
      'is followed by noise',
      {
        line: (line, peer) =>
          line === 'STARTTLS'
            ? (peer.write('220 go\r\n'),
              setTimeout(() => peer.write('no TLS here, sorry\r\n'), 30),
              null)
            : undefined,
      },
      { kind: 'closed' },
    ],
    [
      'is followed by silence',
      {
        line: (line) => {
          if (line === 'STARTTLS') return '220 go';
          // The random bytes of a handshake sometimes contain a line end.
          return line.startsWith('EHLO') ? undefined : null;
        },
      },
      { kind: 'timeout' },
    ],
    [
      'comes with replies injected before the handshake',
      { line: (line) => (line === 'STARTTLS' ? '220 go\n250 2.1.5 smuggled' : undefined) },
      { kind: 'garbage' },
    ],
    [
      'comes with half a reply injected',
      {
        line: (line, peer) =>
          line === 'STARTTLS' ? (peer.write('220 go\r\n250 half'), null) : undefined,
      },
      { kind: 'garbage' },
    ],
    [
      'is cut off',
      { line: (line) => (line === 'STARTTLS' ? 'BYE:220 go' : undefined) },
      { kind: 'closed' },
    ],
  ])('%s', async (_, script, expected) => {
    const { session: it } = await session({ ehlo: EHLO_WITH_STARTTLS, ...script });
    expect(await it.startTls()).toMatchObject(expected);
    void it.quit();
  });
});

test('single bytes do not extend the time limit of a reply', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const drip = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const opened = await openSession('mx.test', '127.0.0.1', {
    smtp: {
      port: typeof address === 'object' ? (address?.port ?? 0) : 0,
      mailFrom: 'x@x',
    },
    egress: { kind: 'direct', helo: 'x' },
    limits: { ...DEFAULT_LIMITS, replyMs: 150 },
    now: Date.now,
    signal: new AbortController().signal,
  });
  expect(opened).toMatchObject({ end: { kind: 'timeout' } });
  await new Promise((resolve) => server.close(resolve));
});

test('limits the duration of a session', async () => {
  let time = 0;
  const reply = () => {
    time += 60;
    return '250 ok';
  };
  const { session: it } = await session(
    { ehlo: '250 mx.test', rcpt: reply },
    { sessionMs: 150 },
    () => time,
  );
  const answers = await it.ask(['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'], false);
  expect(answers.ended).toMatchObject({ kind: 'overtime' });
  expect(answers.recipients).toHaveLength(3);
});

test('rejects control characters in commands', () => {
  for (const bad of [
    'a\r\nQUIT\r\n@x.test',
    'a\n@x.test',
    'a\0@x.test',
    '\u007F@x.test',
    '\u001B@x',
  ]) {
    expect(() => rcpt([bad])).toThrow(RangeError);
    expect(() => mail(bad, false)).toThrow(RangeError);
  }
});
