import { expect, it } from 'vitest';
import { encodeTotpSecret, findTotpStep, formatTotpUri } from './totp.ts';

/** The SHA-1 secret and codes of RFC 6238, appendix B, without the first two of eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

it.each(VECTORS)('accepts the code of RFC 6238 at %i s', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(findTotpStep(SECRET, code, seconds * 1000)).toBe(step);
  // Accepts a code one period early or late, with the same step, but not two periods.
  for (const late of [-30, 30])
    expect(findTotpStep(SECRET, code, (seconds + late) * 1000)).toBe(step);
  for (const late of [-60, 60])
    expect(findTotpStep(SECRET, code, (seconds + late) * 1000)).toBeUndefined();
});

it('rejects codes of another length, and accepts spaces', () => {
  expect(findTotpStep(SECRET, '287 082', 59_000)).toBe(1);
  for (const code of ['', '28708', '2870820', '94287082', 'abcdef', '28708２'])
    expect(findTotpStep(SECRET, code, 59_000)).toBeUndefined();
});

it('makes secrets of 160 bits, and a URI for apps', () => {
  expect(encodeTotpSecret(Buffer.from('12345678901234567890').toString('base64url'))).toBe(SECRET);
  expect(formatTotpUri(SECRET, 'ada@mail.example')).toBe(
    `otpauth://totp/Tamis:ada%40mail.example?issuer=Tamis&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
