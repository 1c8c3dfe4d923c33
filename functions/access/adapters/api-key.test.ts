import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashApiKey, isApiKey, generateApiKey } from './api-key.ts';
import { isSealedWith, seal, unseal } from '../../platform/secrets/sealer.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('an API key', () => {
  it('consists of a prefix, 30 random characters and a checksum', () => {
    const key = generateApiKey('live', new Uint8Array(32));
    expect(key).toMatch(/^tms_live_0{30}[0-9A-Za-z]{6}$/);
    expect(isApiKey(key)).toBe(true);
    const testKey = generateApiKey('test', new Uint8Array(32));
    expect(testKey).toBe(key.replace('live', 'test'));
    expect(isApiKey(testKey)).toBe(true);
    expect(() => generateApiKey('live', new Uint8Array(31))).toThrow(RangeError);
  });

  it('is invalid if one character differs', () => {
    fc.assert(
      fc.property(bytes(32), fc.nat(44), fc.constantFrom(...'azAZ09-_ é'), (random, at, sign) => {
        const key = generateApiKey('live', random);
        expect(key).toHaveLength(45);
        expect(isApiKey(key)).toBe(true);
        const other = key.slice(0, at) + sign + key.slice(at + 1);
        expect(isApiKey(other)).toBe(other === key);
      }),
      { seed: 11 },
    );
    expect(isApiKey('')).toBe(false);
    expect(isApiKey(`${generateApiKey('live', new Uint8Array(32))} `)).toBe(false);
  });

  it('uses all 62 characters about equally', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 400; n += 1) {
      const random = Buffer.from(hashApiKey(String(n)), 'hex');
      for (const sign of generateApiKey('live', random).slice(9, 39))
        counts.set(sign, (counts.get(sign) ?? 0) + 1);
    }
    const mean = (400 * 30) / 62;
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values())).toBeLessThan(1.4 * mean);
    expect(Math.min(...counts.values())).toBeGreaterThan(0.6 * mean);
  });
});

describe('a sealed copy', () => {
  const key = new Uint8Array(32).fill(1);
  const other = new Uint8Array(32).fill(3);
  const nonce = new Uint8Array(12).fill(2);
  const sealed = seal(key, nonce, 'user-1', 'tms_live_x');

  it('can be opened only for its user, and only unchanged', () => {
    const refused = 'unable to authenticate data';
    expect(sealed).not.toContain('tms_live_x');
    expect(unseal([key], 'user-1', sealed)).toBe('tms_live_x');
    expect(() => unseal([key], 'user-2', sealed)).toThrow(refused);
    const [version = '', text = ''] = sealed.split('.');
    const flipped = Buffer.from(text, 'base64url');
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    const changed = `${version}.${flipped.toString('base64url')}`;
    expect(() => unseal([key], 'user-1', changed)).toThrow(refused);
    expect(() => unseal([key], 'user-1', `${version}.short`)).toThrow('tag length');
  });

  it('identifies its key, so that the right one among several opens it', () => {
    expect(unseal([other, key], 'user-1', sealed)).toBe('tms_live_x');
    expect(isSealedWith(key, sealed)).toBe(true);
    expect(isSealedWith(other, sealed)).toBe(false);
    expect(() => unseal([other], 'user-1', sealed)).toThrow('another key');
    expect(() => unseal([key, other], 'user-1', 'sealed by nobody')).toThrow('another key');
  });
});
