import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { INVITATION_DAYS, MAX_MEMBERS } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { signLink } from '../access/signed.ts';
import { accountNameOf, formatName } from '../access/account-name.ts';
import { computeFormerAddressHmac, hashAddress } from '../account/hashes.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { MembersDeps } from './deps.ts';
import { listOpenInvitations } from './describe-members.ts';

type InviteDeps = Pick<
  MembersDeps,
  'activity' | 'clock' | 'ids' | 'invitations' | 'limits' | 'mailQueue' | 'secrets'
>;

export const invitationTarget = (id: string) => ({ purpose: 'invitation', subject: id }) as const;

const normalize = (email: string): string => normalizeAddress(email) ?? email;

/**
 * Returns the account's name for an invitation. Invitations go to strangers, so a name that
 * contains a link or an address is omitted.
 */
export function invitingNameOf(account: User): string {
  const name = accountNameOf(account);
  return /[.:/\\@]/.test(name) ? formatName(account) : name;
}

/**
 * Emails an invitation, or resends an open one. The response depends neither on whether the address
 * has a login, nor on whether it refuses invitations.
 * @throws {AppError} `invitations_paid_only`, `already_member`, `too_many_members`,
 * `too_many_requests` for an address that was invited too often
 */
export async function sendInvitation(
  deps: InviteDeps,
  { account, person }: Pick<SessionCaller, 'account' | 'person'>,
  { email, role }: BodyOf<(typeof memberRoutes)['inviteMember']>,
): Promise<void> {
  const { activity, clock, ids, invitations, limits, mailQueue, secrets } = deps;
  if (!account.paid) throw new AppError('invitations_paid_only');
  const address = normalize(email);
  const { members = [] } = account;
  if ([account, ...members].some((each) => normalize(each.email) === address))
    throw new AppError('already_member');
  const open = await listOpenInvitations(deps, account);
  const previous = open.find((each) => normalize(each.email) === address);
  // Concurrent calls may exceed the limit of invitations; joining is limited as well.
  if (!previous && members.length + open.length >= MAX_MEMBERS)
    throw new AppError('too_many_members');
  await consumeOrThrow(limits, 'invite_address', hashAddress(address));

  const sentAt = clock.now();
  const id = previous?.id ?? ids.ulid(sentAt);
  const expiresAt = sentAt + INVITATION_DAYS * DAY_MS;
  const entry = { kind: 'member', what: 'invited', target: id, name: email } as const;
  await invitations.put(
    account.id,
    { id, email, role, by: person.id, sentAt, expiresAt },
    ...activity.writes(account.id, entry),
  );
  if (await invitations.isBlocked(await computeFormerAddressHmac(secrets, address))) return;
  const seconds = (INVITATION_DAYS * DAY_MS) / 1000;
  const t = await signLink(deps, invitationTarget(id), account.id, seconds);
  // The language of an address without a login is unknown, and a lookup would reveal the login.
  const recipient = { email, firstName: '', language: person.language };
  await mailQueue.send(
    createMailMessage(recipient, `invitation:${id}:${sentAt}`, {
      template: 'invitation',
      params: {
        account: invitingNameOf(account),
        by: formatName(person),
        role,
        path: `/invitation?${new URLSearchParams({ id, t }).toString()}`,
        days: INVITATION_DAYS,
      },
    }),
  );
}
