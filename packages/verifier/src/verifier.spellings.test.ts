import { describe, expect, test } from 'vitest';
import { useHarnesses, countConnections, acceptUnlessNo, summarize } from '../tests/harness.ts';
import type { Zone } from '../tests/scripted-dns.ts';

const start = useHarnesses();

describe('local parts that are invalid only because of their dots', () => {
  test('are quoted at the carriers that issued them', async () => {
    const zone: Zone = {
      'docomo.ne.jp': { MX: [[1, 'mx.docomo.ne.jp']] },
      'mx.docomo.ne.jp': { A: ['127.0.0.1'] },
    };
    const it = await start({ zone, smtp: { rcpt: acceptUnlessNo } });
    const asked = ['taro..yamada@docomo.ne.jp', 'hanako.@docomo.ne.jp'];
    const verdicts = await it.verify(asked);
    expect(summarize(verdicts)).toEqual(['deliverable accepted', 'deliverable accepted']);
    expect(verdicts.map(({ email }) => email)).toEqual(asked);
    expect(it.smtp['127.0.0.1']?.received.flat()).toEqual(
      expect.arrayContaining([
        'RCPT TO:<"taro..yamada"@docomo.ne.jp>',
        'RCPT TO:<"hanako."@docomo.ne.jp>',
      ]),
    );
  });

  test('are unknown elsewhere, without asking a server, and have a suggestion', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const verdicts = await it.verify(['taro..yamada@one.test', '.hanako.@one.test']);
    expect(verdicts).toMatchObject([
      { status: 'unknown', reason: 'policy', suggestion: 'taro.yamada@one.test' },
      { status: 'unknown', reason: 'policy', suggestion: 'hanako@one.test' },
    ]);
    expect(verdicts.some((verdict) => 'retry_after_s' in verdict)).toBe(false);
    expect(countConnections(it)).toBe(0);
  });
});

test('suggests a likely address for bad syntax', async () => {
  const it = await start({ smtp: { rcpt: acceptUnlessNo } });
  const verdicts = await it.verify(['jane@gmail,com', '\u201cjane@gmail.com\u201d', 'no address']);
  expect(new Set(summarize(verdicts))).toEqual(new Set(['undeliverable bad_syntax']));
  expect(verdicts.map(({ suggestion }) => suggestion)).toEqual([
    'jane@gmail.com',
    'jane@gmail.com',
    undefined,
  ]);
});

test('suggests the address behind other text only if the server does not know the mailbox', async () => {
  const it = await start({ smtp: { rcpt: acceptUnlessNo } });
  const verdicts = await it.verify(['no^jane@one.test', '1^jane@one.test', 'no.jane@one.test']);
  expect(verdicts.map(({ reason, suggestion }) => [reason, suggestion])).toEqual([
    ['no_such_mailbox', 'jane@one.test'],
    ['accepted', undefined],
    ['no_such_mailbox', undefined],
  ]);
});

test('lets the DNS decide on a domain with an underscore', async () => {
  const zone: Zone = {
    'a_b.one.test': { MX: [[1, 'mx.one.test']] },
    'mx.one.test': { A: ['127.0.0.1'] },
  };
  const it = await start({ zone, smtp: { rcpt: acceptUnlessNo } });
  expect(summarize(await it.verify(['jane@a_b.one.test', 'jane@c_d.one.test']))).toEqual([
    'deliverable accepted',
    'undeliverable no_such_domain',
  ]);
});
