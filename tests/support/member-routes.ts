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
 * Invites a person, who joins with a new login, is removed, opens an account, joins again and
 * leaves; declines an invitation, and withdraws one.
 * @param linkTo returns the parameters of the last invitation that was emailed to an address
 */
export async function exerciseMemberRoutes(
  expectOk: ExpectOk,
  headers: Readonly<Record<string, string>>,
  linkTo: (email: string) => Promise<{ id: string; t: string }>,
): Promise<void> {
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
  await expectOk('removeMember', { headers: { ...guest, 'x-account-id': String(id) }, params });
  const other = 'every-route-refusing@customer.test';
  await invite(other);
  await expectOk('declineInvitation', { body: { ...(await linkTo(other)), block: true } });
  await expectOk('inviteMember', { headers, body: { email: other, role: 'billing' } });
  const open = z.object({ invitations: z.array(z.object({ id: z.string() })) });
  const [last] = open.parse(await expectOk('listMembers', { headers })).invitations;
  await expectOk('withdrawInvitation', { headers, params: { id: last?.id ?? '' } });
}
