import { describe, expect, it } from 'vitest';
import { accountStage, elsewhere, HOUR, wrong } from '../../../tests/support/account-stage.ts';
import { call } from '../../../tests/support/call.ts';
import { testContext } from '../../../tests/support/test-context.ts';
import { routes } from '../../routes.ts';

const stage = accountStage();

/** Somebody who wants an account under another's address and has these networks and no mailbox. */
function attacker(network: () => string) {
  let guesses = 0;
  let shows = false;
  const { registrations } = stage.context();
  const context = testContext(stage.table(), {
    clock: stage.context().clock,
    captcha: { challenge: async () => ({}), redeem: async () => true },
    // Wrong codes from many networks are the matter here, those from one are another test's.
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
        // Who shows the secret takes a try of both askers, to compare the same code.
        if (challenge && asker === (shows ? 'owner' : 'anybody')) guesses += 1;
        return challenge;
      },
    },
  });

  /** Gets as many codes as are sent and guesses each as often as it can. */
  async function attack(email: string): Promise<void> {
    for (;;) {
      const sent = context.mails.length;
      const form = await stage.signupForm({ email });
      const { body } = await call(context, routes.register, { body: form, sourceIp: network() });
      const mail = context.mails[sent];
      if (mail?.content.template !== 'otp') return;
      const otp = wrong(mail.content.params.code);
      const { registration } = body.data ?? {};
      // First as anybody, which leaves the tries of whoever shows the secret.
      for (const more of [{}, { registration }]) {
        shows = 'registration' in more;
        await Promise.all(
          Array.from({ length: 6 }, () =>
            call(context, routes.verifyOtp, {
              body: { email, otp, ...more },
              sourceIp: elsewhere(),
            }),
          ),
        );
      }
    }
  }

  /** The guesses, of ten thousand codes there are, that were compared during a day of attacks. */
  async function day(email: string): Promise<number> {
    const before = guesses;
    for (let hour = 0; hour < 24; hour += 4) {
      await attack(email);
      stage.context().clock.advance(4 * HOUR);
    }
    return guesses - before;
  }
  return { day };
}

describe('the odds of guessing a code', () => {
  it('are at most 1.3 % on the first day and 0.25 % on a later one, from many networks', async () => {
    const { day } = attacker(elsewhere);
    const email = 'victim@odds.example';
    expect([await day(email), await day(email), await day(email)]).toEqual([121, 18, 22]);
  }, 60_000);

  it('are at most 0.5 % on the first day and 0.25 % on a later one, from one network', async () => {
    const { day } = attacker(() => '192.0.2.99');
    const email = 'other@odds.example';
    expect([await day(email), await day(email)]).toEqual([50, 25]);
  }, 60_000);
});
