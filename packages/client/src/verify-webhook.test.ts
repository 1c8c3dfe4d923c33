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

/** Headers as signed by another library. */
const signedAt = (at: Date, secret = SECRET): Record<string, string> => ({
  'webhook-id': '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
  'webhook-timestamp': String(at.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('01KAJ4T6Q8Z3M5N7P9R1S2V4W6', at, body),
});

describe('a webhook', () => {
  const validHeaders = signedAt(NOW);
  const bothSignatures = `${signedAt(NOW, OTHER)['webhook-signature']} ${validHeaders['webhook-signature']}`;

  it.each([
    ['plain headers', validHeaders],
    ['headers of fetch', new Headers(validHeaders)],
    [
      'headers with capitals',
      Object.fromEntries(
        Object.entries(validHeaders).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    ],
    ['a former secret beside it', { ...validHeaders, 'webhook-signature': bothSignatures }],
    [
      'a signature of a kind to come',
      { ...validHeaders, 'webhook-signature': `v1a,x ${bothSignatures}` },
    ],
  ])('is proven by %s', async (_, headers) => {
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
    ['no base64', { ...validHeaders, 'webhook-signature': 'v1,=' }, body, 'wrong_signature'],
    ['a moved time', { ...validHeaders, 'webhook-timestamp': '1' }, body, 'wrong_signature'],
    ['a repetition', signedAt(new Date(NOW.getTime() - 301_000)), body, 'wrong_timestamp'],
    ['a time to come', signedAt(new Date(NOW.getTime() + 301_000)), body, 'wrong_timestamp'],
  ])('is refused with %s', async (_, headers, text, code) => {
    await expect(verifyWebhook(text, headers, SECRET, NOW.getTime())).rejects.toMatchObject({
      code,
    });
  });

  it.each([
    ['none', ''],
    ['the prefix alone', 'whsec_'],
    ['a placeholder', 'whsec_<the secret of the endpoint>'],
    ['a short one', `whsec_${btoa('15 bytes of key')}`],
    ['a truncated one', SECRET.slice(0, -1)],
  ])('is not proven by %s as its secret, and says so', async (_, secret) => {
    await expect(verifyWebhook(body, validHeaders, secret, NOW.getTime())).rejects.toThrow(
      'Give the secret of the endpoint',
    );
  });
});
