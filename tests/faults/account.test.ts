import { describe, expect, it } from 'vitest';
import { account } from '../../functions/account/workers.ts';
import { openSession } from '../../functions/access/open-session.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { routes } from '../support/routes.ts';
import { invoke } from '../support/invoke.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { createFaults } from '../support/faults.ts';
import { addMember, PERSON_PASSWORD, createPerson } from '../support/people.ts';
import { sqsRecord } from '../support/sqs-event.ts';
import { testContext } from '../support/test-context.ts';

/**
 * Rows 60 to 62 and 74 of docs/operators/faults.md: a process is killed while it changes a
 * password, a key or the owner of an account.
 */

const table = await startFileTable();

const CHOSEN = 'a better horse 43';

/** Creates a person with an account, one context whose adapters can fail, and one whose cannot. */
async function makeStage() {
  const context = testContext(table, {}, { LIMIT_FACTOR: '100' });
  const faults = createFaults();
  const { clock } = context;
  const faulty = testContext(
    table,
    {
      accountQueue: faults.wrap('accountQueue', context.accountQueue),
      clock,
      db: faults.wrap('db', context.db),
      mailQueue: faults.wrap('mailQueue', context.mailQueue),
    },
    { LIMIT_FACTOR: '100' },
  );
  const owner = await createPerson(context, { paid: true });
  const { token: session } = await openSession(context, owner.user);
  const otherSession = { Authorization: `Bearer ${session}` };
  const token = context.ids.token(32);
  const works = async (password: string): Promise<boolean> => {
    const body = { email: owner.user.email, password };
    return (await callHandler(context, routes.login, { body })).status === 200;
  };
  const isAlive = async (headers: Readonly<Record<string, string>>): Promise<boolean> =>
    (await callHandler(context, routes.me, { headers })).status === 200;
  return { context, faults, faulty, owner, elsewhere: otherSession, clock, token, works, isAlive };
}

type Stage = Awaited<ReturnType<typeof makeStage>>;

/** Runs `action` with a crash at each of its calls in turn. Returns the number of attempts. */
const crashEverywhere = (
  action: (stage: Stage) => Promise<unknown>,
  check: (stage: Stage) => Promise<void>,
): Promise<number> =>
  crashAtEachCall(async (crash) => {
    const run = await makeStage();
    run.clock.advance(1);
    await crash(run.faults, () => action(run));
    await check(run);
  });

describe('a crash at any call', () => {
  it('of a profile change leaves either the old or the new password, and no other session', async () => {
    const runs = await crashEverywhere(
      async ({ faulty, owner }) => {
        const body = {
          first_name: 'Grace',
          last_name: 'Hopper',
          current_password: PERSON_PASSWORD,
          new_password: CHOSEN,
          confirm_password: CHOSEN,
        };
        await callHandler(faulty, routes.editProfile, { headers: owner.headers, body });
      },
      async ({ context, faulty, owner, elsewhere, works, isAlive }) => {
        const now = await context.accounts.get(owner.user.id);
        const changed = now?.passwordHash !== owner.user.passwordHash;
        expect([await works(PERSON_PASSWORD), await works(CHOSEN)]).toEqual([!changed, changed]);
        // The name and the password are changed in one write, which also ends the other sessions.
        expect(now?.firstName).toBe(changed ? 'Grace' : 'Ada');
        expect([await isAlive(owner.headers), await isAlive(elsewhere)]).toEqual([true, !changed]);
        for (const message of context.accountMessages.splice(0))
          await invoke(account, context, { Records: [sqsRecord(message)] });
        const mailIds = [...faulty.mails, ...context.mails]
          .filter(({ content }) => content.template === 'password_changed')
          .map(({ id }) => id);
        expect(new Set(mailIds).size).toBe(changed ? 1 : 0);
      },
    );
    expect(runs).toBeGreaterThan(5);
  });

  it('of a transfer leaves the account with one owner, and emails the former one once', async () => {
    const runs = await crashEverywhere(
      async ({ context, faulty, owner, clock }) => {
        const admin = await createPerson(context);
        const headers = await addMember(context, owner, admin, 'admin');
        const transfer = { to: admin.user.id, expiresAt: clock.now() + DAY_MS };
        await context.memberships.update(
          owner.user.id,
          admin.user.id,
          async ({ members = [] }) => ({ members, transfer }),
        );
        const body = { accept: true, terms_accepted: 1 };
        await callHandler(faulty, routes.answerTransfer, { headers, body });
      },
      async ({ context, faulty, owner, works, isAlive }) => {
        const { id, email } = owner.user;
        const isMoved = (await context.accounts.get(id))?.owner !== undefined;
        expect((await context.accounts.findByEmail(email))?.id !== id).toBe(isMoved);
        expect([await works(PERSON_PASSWORD), await isAlive(owner.headers)]).toEqual([
          true,
          !isMoved,
        ]);
        for (const message of [...faulty.accountMessages, ...context.accountMessages])
          await invoke(account, context, { Records: [sqsRecord(message)] });
        const mails = [...faulty.mails, ...context.mails]
          .filter(({ content }) => content.template === 'account_transferred')
          .map((mail) => `${mail.to} ${mail.id}`);
        expect(new Set(mails).size).toBe(isMoved ? 1 : 0);
        expect(mails.every((mail) => mail.startsWith(`${email} `))).toBe(true);
        // Stripe's emails go to the new owner.
        const updates = isMoved ? [{ kind: 'customer', v: 1, userId: id }] : [];
        expect(faulty.stripeEvents).toEqual(expect.arrayContaining(updates));
      },
    );
    expect(runs).toBeGreaterThan(5);
  });

  it('of processing a reset link sends one email, whose link works', async () => {
    const runs = await crashEverywhere(
      async ({ context, faulty, owner, clock, token }) => {
        const expiresAt = clock.now() + 60_000;
        const body = { kind: 'password_reset', v: 1, email: owner.user.email, token, expiresAt };
        const deliver = (parts: typeof context) =>
          invoke(account, parts, { Records: [sqsRecord(body)] });
        const { batchItemFailures } = await deliver(faulty);
        if (batchItemFailures.length > 0) await deliver(context);
      },
      async ({ context, faulty, owner, works, isAlive, token }) => {
        const mails = [...faulty.mails, ...context.mails];
        expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
        const passwords = { new_password: CHOSEN, confirm_password: CHOSEN };
        const body = { email: owner.user.email, token, ...passwords };
        expect((await callHandler(context, routes.resetPassword, { body })).status).toBe(200);
        expect([await works(PERSON_PASSWORD), await works(CHOSEN)]).toEqual([false, true]);
        expect(await isAlive(owner.headers)).toBe(false);
      },
    );
    expect(runs).toBeGreaterThan(2);
  });

  it('of a key reset leaves one valid key, which is the one shown', async () => {
    const runs = await crashEverywhere(
      ({ faulty, owner }) => callHandler(faulty, routes.resetApiKey, { headers: owner.headers }),
      async ({ context, owner }) => {
        const now = await context.accounts.get(owner.user.id);
        const shown = now ? await context.apiKeys.reveal(now) : null;
        expect(await context.apiKeys.findUser(shown ?? '')).toBe(owner.user.id);
        const isOld = shown === owner.apiKey;
        expect(await context.apiKeys.findUser(owner.apiKey ?? '')).toBe(
          isOld ? owner.user.id : undefined,
        );
      },
    );
    expect(runs).toBeGreaterThan(2);
  });
});
