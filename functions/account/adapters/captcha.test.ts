import { describe, expect, it } from 'vitest';
import { solveCaptcha } from '../../../localstack/captcha-solution.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { testSecrets } from '../../../tests/support/test-context.ts';
import { createCaptcha, PRODUCTION_DIFFICULTY } from './captcha.ts';

function stage() {
  const used = new Set<string>();
  // ALTCHA compares the end of a challenge with the clock of the process.
  const clock = testClock(Date.now());
  const replays = {
    markUsed: async (signature: string) => {
      const isNew = !used.has(signature);
      used.add(signature);
      return isNew;
    },
  };
  const captcha = createCaptcha(testSecrets, replays, clock, { cost: 1, from: 1, to: 20 });
  return { captcha, clock, used };
}

interface Payload {
  challenge: { parameters: object; signature: string };
  solution: object;
}

const tamper = (solution: string, change: (payload: Payload) => void): string => {
  const payload = JSON.parse(Buffer.from(solution, 'base64').toString()) as Payload;
  change(payload);
  return Buffer.from(JSON.stringify(payload)).toString('base64');
};

describe('a captcha challenge', () => {
  it('accepts its solution once', async () => {
    const { captcha } = stage();
    const solution = await solveCaptcha(await captcha.challenge());
    expect(await captcha.redeem(solution)).toBe(true);
    expect(await captcha.redeem(solution)).toBe(false);
  });

  it('expires', async () => {
    const { captcha, clock, used } = stage();
    const solution = await solveCaptcha(await captcha.challenge());
    clock.advance(10 * 60_000 + 1000);
    expect(await captcha.redeem(solution)).toBe(false);
    expect(used.size).toBe(0);
  });

  it('describes the task, but does not contain the answer', async () => {
    const challenge = await stage().captcha.challenge();
    expect(challenge).toMatchObject({
      parameters: { algorithm: 'PBKDF2/SHA-256', cost: 1, keyLength: 32 },
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(challenge)).not.toMatch(/counter/);
  });

  it.each([
    ['nothing', () => ''],
    ['text that is not base64', () => '§§§'],
    ['base64 that is not JSON', () => Buffer.from('x').toString('base64')],
    [
      'another derived key',
      (good: string) =>
        tamper(good, ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })),
    ],
    [
      'an easier task',
      (good: string) =>
        tamper(good, ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '00' })),
    ],
    [
      'a later expiry',
      (good: string) =>
        tamper(good, ({ challenge }) =>
          Object.assign(challenge.parameters, { expiresAt: 9_999_999_999 }),
        ),
    ],
    [
      'no signature',
      (good: string) =>
        tamper(good, ({ challenge }) => Object.assign(challenge, { signature: '' })),
    ],
  ])('rejects %s and is not used up by it', async (_, forge) => {
    const { captcha, used } = stage();
    const good = await solveCaptcha(await captcha.challenge());
    expect(await captcha.redeem(forge(good))).toBe(false);
    expect(used.size).toBe(0);
    expect(await captcha.redeem(good)).toBe(true);
  });

  it('takes a laptop about a second in production', () => {
    const rounds =
      (PRODUCTION_DIFFICULTY.cost * (PRODUCTION_DIFFICULTY.from + PRODUCTION_DIFFICULTY.to)) / 2;
    expect(rounds).toBe(4_000_000);
  });
});
