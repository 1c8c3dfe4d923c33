import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../shared/model/duration.ts';
import {
  createAccountHarness,
  newSourceIp,
  differentCode,
} from '../../tests/support/account-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { routes } from '../../tests/support/routes.ts';

const stage = createAccountHarness();

/**
 * Simulates an attacker without access to a mailbox who tries to get an account for its address.
 * @param network returns the IP address of the next request
 */
function attacker(network: () => string) {
  let guesses = 0;
  let shows = false;
  /** Ids of the challenges to which guesses were compared since a test last cleared the set. */
  const compared = new Set<string>();
  const { registrations } = stage.context();
  const context = testContext(stage.table(), {
    clock: stage.context().clock,
    captcha: { challenge: async () => ({}), redeem: async () => true },
    // This test guesses from many networks; other tests cover the limits of a single network.
    limits: {
      ...stage.context().limits,
      consume: async (name, subject) =>
        name === 'otp_ip' || name === 'register_ip'
          ? { allowed: true }
          : stage.context().limits.consume(name, subject),
    },
    registrations: {
      ...registrations,
      takeTry: async (registration, asker, now, left) => {
        const challenge = await registrations.takeTry(registration, asker, now, left);
        // A call with the secret uses up a try of both requesters, although it compares one code.
        if (challenge && asker === (shows ? 'owner' : 'anybody')) guesses += 1;
        if (challenge) compared.add(challenge.id);
        return challenge;
      },
    },
  });

  async function attack(email: string): Promise<void> {
    for (;;) {
      const sent = context.mails.length;
      const form = await stage.signupForm({ email });
      const { body } = await callHandler(context, routes.register, {
        body: form,
        sourceIp: network(),
      });
      const mail = context.mails[sent];
      if (mail?.content.template !== 'otp') return;
      const otp = differentCode(mail.content.params.code);
      const { registration } = body.data ?? {};
      // Guess without the secret first: this does not use up the tries of the secret's holder.
      for (const more of [{}, { registration }]) {
        shows = 'registration' in more;
        await Promise.all(
          Array.from({ length: 6 }, () =>
            callHandler(context, routes.verifyOtp, {
              body: { email, otp, ...more },
              sourceIp: newSourceIp(),
            }),
          ),
        );
      }
    }
  }

  /**
   * Attacks for one day. Returns the number of compared guesses; a code has ten thousand possible
   * values.
   */
  async function day(email: string): Promise<number> {
    const before = guesses;
    for (let hour = 0; hour < 24; hour += 4) {
      await attack(email);
      stage.context().clock.advance(4 * HOUR_MS);
    }
    return guesses - before;
  }
  /**
   * Simulates an attacker who keeps a single registration: requests codes with and without its
   * secret, a minute apart, and tries each code first without and then with the secret.
   */
  async function attackOneRegistration(email: string): Promise<() => Promise<number>> {
    const requestCode = (body: object) =>
      callHandler(context, routes.resendOtp, { body, sourceIp: network() });
    const form = await stage.signupForm({ email });
    const { body } = await callHandler(context, routes.register, {
      body: form,
      sourceIp: network(),
    });
    const { registration } = body.data ?? {};
    const { clock } = stage.context();

    async function guessAll(): Promise<number> {
      let count = 0;
      for (const more of [{}, { registration }])
        for (let time = 0; time < 6; time += 1) {
          compared.clear();
          const guess = { email, otp: differentCode(lastCode()), ...more };
          await callHandler(context, routes.verifyOtp, { body: guess, sourceIp: newSourceIp() });
          count += compared.size;
        }
      return count;
    }
    const lastCode = (): string => {
      const { content } = context.mails.at(-1) ?? {};
      return content?.template === 'otp' ? content.params.code : '0000';
    };

    return async () => {
      let count = await guessAll();
      for (let hour = 0; hour < 24; hour += 0.5) {
        clock.advance(HOUR_MS / 2);
        const { length } = context.mails;
        // Logging in suspends the lifetime limit on codes.
        await stage.logIn(email);
        await requestCode({ email, ...(Number.isInteger(hour) && { registration }) });
        if (context.mails.length > length) count += await guessAll();
      }
      return count;
    };
  }
  return { day, attackOneRegistration };
}

describe('the odds of guessing a code', () => {
  it('are at most 1.3 % on the first day and 0.25 % on a later one, from many networks', async () => {
    const { day } = attacker(newSourceIp);
    const email = 'victim@odds.example';
    expect([await day(email), await day(email)]).toEqual([121, 18]);
  });

  it('are at most 0.5 % on the first day and 0.25 % on a later one, from one network', async () => {
    const { day } = attacker(() => '192.0.2.99');
    const email = 'other@odds.example';
    expect([await day(email), await day(email)]).toEqual([50, 25]);
  });

  it.each([
    ['many networks', newSourceIp, [70, 39]],
    ['one network', () => '192.0.2.98', [70, 45]],
  ])(
    'are at most 0.9 % and 0.5 % for a single registration, from %s',
    async (name, network, days) => {
      const day = await attacker(network).attackOneRegistration(
        `${name.replace(' ', '-')}@odds.example`,
      );
      expect([await day(), await day()]).toEqual(days);
    },
  );
});
