import { jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { formatServerSample } from './form-card.tsx';

const SECRET = 'fsec_secret-of-a-form-of-thirty-two-bytes';
const KEYS = { live: 'pk_live_1', test: 'pk_test_1' };
const sample = formatServerSample(KEYS.live, KEYS.test);

async function statusOf(lines: string, key: string, email = 'ada@shop.example'): Promise<unknown> {
  const token = await new SignJWT({ status: 'deliverable' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('ada@shop.example')
    .setAudience(key)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET));
  const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {}) as {
    constructor: new (...text: string[]) => (...given: unknown[]) => Promise<unknown>;
  };
  const code = `${lines.split('\n').slice(1).join('\n')}\nreturn status;`;
  const run = new AsyncFunction('jwtVerify', 'process', 'body', code);
  const body = key === '' ? { email } : { email, tamis_token: token };
  return run(jwtVerify, { env: { TAMIS_FORM_SECRET: SECRET } }, body);
}

test('the server sample verifies tokens of a page with the live key', async () => {
  expect(await statusOf(sample, KEYS.live)).toBe('deliverable');
  expect(await statusOf(sample, KEYS.live, 'eve@shop.example')).toBeUndefined();
  expect(await statusOf(sample, '')).toBeUndefined();
  await expect(statusOf(sample, KEYS.test)).rejects.toThrow(/"aud"/);
});

test('the server sample verifies tokens of the test key if the key is replaced as its comment says', async () => {
  const [, comment = ''] = sample.match(/replace it with\n\/\/ (\S+)\n/) ?? [];
  const changed = sample.replace(`'${KEYS.live}'`, `'${comment}'`);
  expect(await statusOf(changed, KEYS.test)).toBe('deliverable');
  await expect(statusOf(changed, KEYS.live)).rejects.toThrow(/"aud"/);
});
