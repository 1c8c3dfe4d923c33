import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  createFactorHarness,
  parseChallenge,
  parseSessionHeaders,
} from '../support/factor-harness.ts';
import type { Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';

/** New recovery codes are shown again if the page closes too early, and to nobody else. */

const stage = createFactorHarness();
const { addTotp, call, codeOf, complete, context, logIn, person, table } = stage;

type Headers = Person['headers'];
const shownTo = async (headers: Headers) =>
  (await call(routes.getSecurity, { headers })).body.data?.['unsaved_codes'];
const confirm = ({ headers }: { readonly headers: Headers }) =>
  call(routes.removeFactor, { headers, params: { id: 'unsaved_codes' } });

/** Opens another session of the same user. */
async function logInWith(owner: Person, proof: object): Promise<Headers> {
  const challenge = parseChallenge((await logIn(owner)).body);
  return parseSessionHeaders((await complete(challenge, proof)).body);
}

describe('new recovery codes', () => {
  it('are shown again to the session that made them, until ten minutes after its proof', async () => {
    const owner = await person();
    // The harness advances a minute.
    const { codes } = await addTotp(owner);
    expect(codes).toHaveLength(10);
    expect(await shownTo(owner.headers)).toEqual(codes);
    const { client, name } = table();
    const dump = JSON.stringify(await client.send(new ScanCommand({ TableName: name })));
    expect(dump).toContain('unsavedCodes');
    for (const code of codes) expect(dump).not.toContain(code);
    context().clock.advance(9 * 60_000 - 1);
    expect(await shownTo(owner.headers)).toEqual(codes);
    context().clock.advance(1);
    expect(await shownTo(owner.headers)).toBeUndefined();
  });

  it('are hidden from other sessions, even after a proof', async () => {
    const owner = await person();
    const { secret } = await addTotp(owner);
    const other = await logInWith(owner, { method: 'totp', code: codeOf(secret) });
    expect((await call(routes.getSecurity, { headers: other })).body.data).toMatchObject({
      recovery_codes: 10,
    });
    expect(await shownTo(other)).toBeUndefined();
    expect(await shownTo((await person()).headers)).toBeUndefined();
  });

  it.each([
    ['the owner has confirmed them', async (owner: Person) => void (await confirm(owner))],
    [
      'one was used, in any session',
      async (owner: Person, code = '') =>
        void (await logInWith(owner, { method: 'recovery_code', code })),
    ],
    [
      'the last factor was removed',
      async ({ headers }: Person) =>
        void (await call(routes.removeFactor, { headers, params: { id: 'totp' } })),
    ],
  ])('are never shown again once %s', async (_, act) => {
    const owner = await person();
    const { codes } = await addTotp(owner);
    await act(owner, codes[0]);
    expect(await shownTo(owner.headers)).toBeUndefined();
  });

  it('replace older ones, which stay confirmed for no other account', async () => {
    const [owner, other] = [await person(), await person()];
    const { codes } = await addTotp(owner);
    await addTotp(other);
    await confirm(owner);
    const body = { method: 'recovery_codes' };
    const { data } = (await call(routes.addFactor, { headers: owner.headers, body })).body;
    expect(data?.['recovery_codes']).not.toEqual(codes);
    expect(await shownTo(owner.headers)).toEqual(data?.['recovery_codes']);
    expect(await shownTo(other.headers)).toHaveLength(10);
    // A confirmation of an account without factors stores nothing.
    const stranger = await person();
    expect((await confirm(stranger)).status).toBe(200);
    expect((await call(routes.getSecurity, { headers: stranger.headers })).body.data).toMatchObject(
      { totp: null },
    );
  });
});
