import { describe, expect, it } from 'vitest';
import { createPasswords, PRODUCTION_SCRYPT_COST } from './passwords.ts';
import { systemIds } from '../../platform/system.ts';

const cheap = createPasswords(systemIds, { ln: 4, r: 8, p: 1 });

describe('password hashes', () => {
  it('use in production the scrypt parameters that OWASP recommends', async () => {
    expect(PRODUCTION_SCRYPT_COST).toEqual({ ln: 17, r: 8, p: 1 });
    const hash = await createPasswords(systemIds).hash('correct horse 42');
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await cheap.matches('correct horse 42', hash)).toBe(true);
  });

  it('match the test vector of RFC 7914 §12', async () => {
    const salt = Buffer.from('SodiumChloride').toString('base64url');
    const expected = Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2',
      'hex',
    ).toString('base64url');
    const hash = `$scrypt$ln=14,r=8,p=1$${salt}$${expected}`;
    expect(await cheap.matches('pleaseletmein', hash)).toBe(true);
    expect(await cheap.matches('pleaseletmeIn', hash)).toBe(false);
  });

  it('differ for the same password, which is not normalized', async () => {
    const [one, two] = await Promise.all([cheap.hash('Été 2026 '), cheap.hash('Été 2026 ')]);
    expect(one).not.toBe(two);
    expect(await cheap.matches('Été 2026 ', one)).toBe(true);
    expect(await cheap.matches('Été 2026', one)).toBe(false);
    expect(await cheap.matches('Été 2026 '.normalize('NFD'), one)).toBe(false);
  });

  it('match nothing if there is no account', async () => {
    expect(await cheap.matches('', undefined)).toBe(false);
    expect(await cheap.matches('correct horse 42', undefined)).toBe(false);
  });

  it('are weak if any parameter is below the current one', async () => {
    const hash = await cheap.hash('x');
    expect(cheap.isWeak(hash)).toBe(false);
    expect(createPasswords(systemIds, { ln: 5, r: 8, p: 1 }).isWeak(hash)).toBe(true);
    expect(createPasswords(systemIds, { ln: 4, r: 8, p: 2 }).isWeak(hash)).toBe(true);
    expect(createPasswords(systemIds, { ln: 3, r: 8, p: 1 }).isWeak(hash)).toBe(false);
  });

  it('throw if they are unreadable, instead of not matching', async () => {
    await expect(cheap.matches('x', '$2b$10$abc')).rejects.toThrow('unreadable');
  });
});
