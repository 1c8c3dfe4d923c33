import { expect, it } from 'vitest';
import { createSignatureHeaders } from './attempt.ts';

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
