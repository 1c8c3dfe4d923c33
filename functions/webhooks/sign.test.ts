import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { serializeEventPayload } from './rules/delivery.ts';
import { createSignatureHeaders } from './attempt.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const [current, previous] = [secretOf('n'), secretOf('o')];
const payload = serializeEventPayload('list.finished', Date.UTC(2026, 4, 1), {
  file_name: 'Été ✓',
});
const signed = (at = Date.now()) =>
  createSignatureHeaders([current, previous], { id: 'event1', at, payload });

it('is verified by the Standard Webhooks library, with the current and the previous secret', () => {
  for (const secret of [current, previous])
    expect(new Webhook(secret).verify(payload, signed())).toEqual({
      type: 'list.finished',
      timestamp: '2026-05-01T00:00:00.000Z',
      data: { file_name: 'Été ✓' },
    });
});

it.each([
  ['with a different secret', () => new Webhook(secretOf('x')).verify(payload, signed())],
  ['with a different body', () => new Webhook(current).verify(`${payload} `, signed())],
  [
    'with a different id',
    () => new Webhook(current).verify(payload, { ...signed(), 'webhook-id': 'x' }),
  ],
  [
    'if replayed minutes later',
    () => new Webhook(current).verify(payload, signed(Date.now() - 400_000)),
  ],
])('is not verified %s', (_, verify) => {
  expect(verify).toThrow(/signature|timestamp/i);
});

it('matches the example signature in the specification', () => {
  const at = 1_614_265_330_000;
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(createSignatureHeaders([secret], { id, at, payload: '{"test": 2432232314}' })).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
