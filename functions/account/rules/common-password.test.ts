import { describe, expect, it } from 'vitest';
import { isCommonPassword, COMMON_PASSWORDS, COMMON_ROOTS } from './common-password.ts';

const context = ['Tamis', 'Ada', 'Lovelace-Martin', 'ada.byron'];

describe('a common password', () => {
  it.each([
    'password1',
    'Password123',
    'P@ssw0rd1',
    'passw0rd',
    'pa55word1',
    '123password',
    'qwerty123',
    'Azerty2024',
    'motdepasse1',
    'iloveyou2',
    'monkey69!',
    '!!dragon1!!',
    'abc12345',
    '1q2w3e4r',
    'Trustno1',
    'w3lcome1',
    'adm1n123',
    'a1234567',
    '12345678a',
    '1111111a',
    'ab19841984',
    'testtest1',
    'football11football',
    'passwordpassword1',
    'Tamis2026',
    'lovelace1815',
    'Byron1815!',
    'B4rcelona1',
  ])('rejects %s', (password) => {
    expect(isCommonPassword(password, context)).toBe(true);
  });

  it.each([
    'correct horse 42',
    'x7#Kp2!vQz',
    'Tk4mPw9sLx',
    'my 2 cats hate mondays',
    'dragon8392617405',
    'a83920174b61',
    'ada1ada1 is not me',
    '4711-Koelsch-gern',
    'mélodie en sous-sol 63',
  ])('accepts %s', (password) => {
    expect(isCommonPassword(password, context)).toBe(false);
  });

  it('ignores names that are too short', () => {
    expect(isCommonPassword('Adaptation99x', ['Ada', 'Li'])).toBe(false);
    expect(isCommonPassword('lithium-ion-7', ['Ada', 'Li'])).toBe(false);
  });

  it('covers more than three thousand first guesses', () => {
    const around = ['1', '12', '123', '1234', '!', '2024'];
    const guesses = [...COMMON_ROOTS].flatMap((root) => around.map((end) => root + end));
    const caught = [...guesses, ...COMMON_PASSWORDS].filter((each) => isCommonPassword(each, []));
    expect(caught.length).toBeGreaterThan(3000);
    expect(caught.length).toBe(guesses.length + COMMON_PASSWORDS.size);
  });
});
