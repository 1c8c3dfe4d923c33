import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from './index.ts';

const SECRET = `whsec_${btoa('a secret of twenty-four bytes and more')}`;
const OTHER = `whsec_${btoa('another secret of twenty-four bytes')}`;
const NOW = new Date('2026-11-22T10:00:00Z');
const body = JSON.stringify({
  type: 'list.paused',
  timestamp: NOW.toISOString(),
  data: { file_name: 'Mai – été' },
});

const signedAt = (at: Date, secret = SECRET): Record<string, string> => ({
  'webhook-id': '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
  'webhook-timestamp': String(at.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('01KAJ4T6Q8Z3M5N7P9R1S2V4W6', at, body),
});

describe('verifyWebhook', () => {
  const validHeaders = signedAt(NOW);
  const bothSignatures = `${signedAt(NOW, OTHER)['webhook-signature']} ${validHeaders['webhook-signature']}`;

  it.each([
    ['plain headers', validHeaders],
    ['headers of fetch', new Headers(validHeaders)],
    [
      'upper-case headers',
      Object.fromEntries(
        Object.entries(validHeaders).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    ],
    [
      'an additional signature by the previous secret',
      { ...validHeaders, 'webhook-signature': bothSignatures },
    ],
    [
      'an additional signature of an unknown version',
      { ...validHeaders, 'webhook-signature': `v1a,x ${bothSignatures}` },
    ],
  ])('accepts %s', async (_, headers) => {
    expect(await verifyWebhook(body, headers, SECRET, NOW.getTime())).toMatchObject({
      type: 'list.paused',
      data: { file_name: 'Mai – été' },
    });
  });

  it.each([
    ['another secret', signedAt(NOW, OTHER), body, 'wrong_signature'],
    ['another body', validHeaders, body.replace('paused', 'finished'), 'wrong_signature'],
    ['another id', { ...validHeaders, 'webhook-id': 'evt' }, body, 'wrong_signature'],
    ['no headers', {}, body, 'wrong_signature'],
    [
      'a signature that is not base64',
      { ...validHeaders, 'webhook-signature': 'v1,=' },
      body,
      'wrong_signature',
    ],
    [
      'a truncated signature',
      { ...validHeaders, 'webhook-signature': 'v1,AAAAA' },
      body,
      'wrong_signature',
    ],
    ['a changed timestamp', { ...validHeaders, 'webhook-timestamp': '1' }, body, 'wrong_signature'],
    [
      'a replay after five minutes',
      signedAt(new Date(NOW.getTime() - 301_000)),
      body,
      'wrong_timestamp',
    ],
    [
      'a timestamp five minutes ahead',
      signedAt(new Date(NOW.getTime() + 301_000)),
      body,
      'wrong_timestamp',
    ],
  ])('rejects %s', async (_, headers, text, code) => {
    await expect(verifyWebhook(text, headers, SECRET, NOW.getTime())).rejects.toMatchObject({
      code,
    });
  });

  it.each([
    ['empty', ''],
    ['only the prefix', 'whsec_'],
    ['a placeholder', 'whsec_<the secret of the endpoint>'],
    ['too short', `whsec_${btoa('15 bytes of key')}`],
    ['truncated', SECRET.slice(0, -1)],
  ])('throws if the secret is %s', async (_, secret) => {
    await expect(verifyWebhook(body, validHeaders, secret, NOW.getTime())).rejects.toThrow(
      'Pass the secret of the endpoint',
    );
  });
});
