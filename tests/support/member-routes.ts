import { z } from 'zod';
import type { RouteName } from '../../shared/contract/index.ts';
import { CUSTOMER_PASSWORD } from './customer.ts';
import { sessionHeadersOf, type WireCall } from './wire.ts';

/** Routes for the members of an account. Each call depends on the previous one. */
export const MEMBER_ROUTES: readonly RouteName[] = [
  'listMembers',
  'inviteMember',
  'withdrawInvitation',
  'changeMember',
  'answerTransfer',
  'removeMember',
  'openAccount',
  'readInvitation',
  'joinAccount',
  'acceptInvitation',
  'declineInvitation',
];

type ExpectOk = (name: RouteName, given?: WireCall) => Promise<Readonly<Record<string, unknown>>>;

const rows = z.object({ members: z.array(z.object({ id: z.string(), email: z.string() })) });
const session = z.object({ token: z.string(), csrf_token: z.string() });

/**
 * Invites a person, who joins with a new login, is removed, opens an account, joins again, becomes
 * the owner, gives the account back and is removed; declines an invitation, and withdraws one.
 * @param linkTo returns the parameters of the last invitation that was emailed to an address
 * @param logIn opens a session of the owner, because a transfer invalidates all others
 * @returns the headers of that session
 */
export async function exerciseMemberRoutes(
  expectOk: ExpectOk,
  headers: Readonly<Record<string, string>>,
  linkTo: (email: string) => Promise<{ id: string; t: string }>,
  logIn: () => Promise<Readonly<Record<string, string>>>,
): Promise<Readonly<Record<string, string>>> {
  const email = 'every-route-guest@customer.test';
  const invite = async (address: string) => {
    await expectOk('inviteMember', { headers, body: { email: address, role: 'member' } });
  };
  await invite(email);
  const link = await linkTo(email);
  await expectOk('readInvitation', { body: link });
  const names = { first_name: 'Grace', last_name: 'Bernard', language: 'fr' };
  const login = { ...names, password: CUSTOMER_PASSWORD };
  const opened = session.parse(await expectOk('joinAccount', { body: { ...link, ...login } }));
  const guest = sessionHeadersOf(opened);
  const { members } = rows.parse(await expectOk('listMembers', { headers }));
  const params = { id: members.find((each) => each.email === email)?.id ?? '' };
  await expectOk('changeMember', { headers, params, body: { role: 'viewer' } });
  await expectOk('removeMember', { headers, params });
  await expectOk('openAccount', { headers: guest });
  await invite(email);
  const { account_id: id } = await expectOk('acceptInvitation', {
    headers: guest,
    body: await linkTo(email),
  });
  const admin = { ...guest, 'x-account-id': String(id) };
  await expectOk('changeMember', { headers, params, body: { role: 'admin' } });
  await expectOk('changeMember', { headers, params, body: { role: 'owner' } });
  const accepted = { accept: true, terms_accepted: 1 };
  const { members: now } = rows.parse(
    await expectOk('answerTransfer', { headers: admin, body: accepted }),
  );
  const owner = await logIn();
  const former = { id: now[1]?.id ?? '' };
  await expectOk('changeMember', { headers: admin, params: former, body: { role: 'owner' } });
  await expectOk('answerTransfer', { headers: owner, body: accepted });
  await expectOk('removeMember', { headers: owner, params });
  const other = 'every-route-refusing@customer.test';
  await expectOk('inviteMember', { headers: owner, body: { email: other, role: 'viewer' } });
  await expectOk('declineInvitation', { body: { ...(await linkTo(other)), block: true } });
  await expectOk('inviteMember', { headers: owner, body: { email: other, role: 'billing' } });
  const open = z.object({ invitations: z.array(z.object({ id: z.string() })) });
  const [last] = open.parse(await expectOk('listMembers', { headers: owner })).invitations;
  await expectOk('withdrawInvitation', { headers: owner, params: { id: last?.id ?? '' } });
  return owner;
}
