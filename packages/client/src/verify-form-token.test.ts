import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signFormToken } from '../../../functions/forms/form-token.ts';
import { verifyFormToken } from './index.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const form = { secret: 'fsec_secret_of_the_form', key: 'pk_live_1' };
const answer = { email: 'ada.é@customer.test', key: form.key, status: 'deliverable' } as const;
const token = signFormToken(form.secret, answer, NOW);
const [header = '', claims = '', signature = ''] = token.split('.');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const macOf = (text: string) => createHmac('sha256', form.secret).update(text).digest('base64url');
const noneHeader = part({ alg: 'none', typ: 'JWT' });

describe('verifyFormToken', () => {
  it('accepts a token for an hour', async () => {
    const proof = { email: answer.email, status: answer.status };
    expect(await verifyFormToken(token, form, NOW)).toEqual(proof);
    expect(await verifyFormToken(token, form, NOW + 3_599_999)).toEqual(proof);
  });

  it.each([
    ['an expired token', token, form, NOW + 3_600_000],
    ['a token of another form', token, { ...form, key: 'pk_live_2' }, NOW],
    [
      'a token signed with another secret',
      token,
      { ...form, secret: 'fsec_secret_of_another_form' },
      NOW,
    ],
    [
      'a token with changed claims',
      `${header}.${part({ sub: 'eve@customer.test' })}.${signature}`,
      form,
      NOW,
    ],
    ['a token with the algorithm none', `${noneHeader}.${claims}.`, form, NOW],
    [
      'a signed token whose header says the algorithm is none',
      `${noneHeader}.${claims}.${macOf(`${noneHeader}.${claims}`)}`,
      form,
      NOW,
    ],
    ['a text that is not a token', 'undefined', form, NOW],
    ['an empty text', '', form, NOW],
  ])('rejects %s', async (_, candidate, formKeys, now) => {
    await expect(verifyFormToken(candidate, formKeys, now)).rejects.toMatchObject({
      code: 'wrong_token',
    });
  });

  it.each(['', 'fsec_', 'fsec_1234567890'])('throws if the secret is "%s"', async (secret) => {
    const own = signFormToken(secret, answer, NOW);
    await expect(verifyFormToken(own, { ...form, secret }, NOW)).rejects.toThrow(
      'Pass the secret of the form',
    );
  });
});
