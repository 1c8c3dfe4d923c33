import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { INVITATION_DAYS, MAX_MEMBERS } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow, type RateLimiter } from '../access/limits/limits.ts';
import { signLink } from '../access/signed.ts';
import { accountNameOf, formatName, nameForStranger } from '../access/account-name.ts';
import { computeFormerAddressHmacs, hashAddress } from '../account/hashes.ts';
import { mailboxOf } from '../account/rules/mailbox.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { MembersDeps } from './deps.ts';
import { listOpenInvitations } from './describe-members.ts';

type InviteDeps = Pick<
  MembersDeps,
  'activity' | 'clock' | 'ids' | 'invitations' | 'limits' | 'mailQueue' | 'secrets'
>;

export const invitationTarget = (id: string) => ({ purpose: 'invitation', subject: id }) as const;

const normalize = (email: string): string => normalizeAddress(email) ?? email;

export const invitingNameOf = (account: User): string =>
  nameForStranger(accountNameOf(account), account);

export const inviterNameOf = (person: User): string => nameForStranger(formatName(person), person);

/**
 * Counts an email to a mailbox. Other accounts cannot use up the first email of this one, so that a
 * rival cannot keep a company from its colleague.
 * @throws {AppError} `too_many_requests`
 */
async function countInvitation(
  limits: Pick<RateLimiter, 'consume' | 'refund'>,
  accountId: string,
  address: string,
): Promise<void> {
  const mailbox = hashAddress(mailboxOf(address));
  const own = `${accountId}#${mailbox}`;
  await consumeOrThrow(limits, 'invite_mailbox', own);
  const first = await limits.consume('invite_mailbox_first', own);
  const total = await limits.consume('invite_mailbox_total', mailbox);
  if (first.allowed || total.allowed) return;
  await limits.refund('invite_mailbox', own);
  // Without the quota, which would name the limit that other accounts have used up.
  throw new AppError('too_many_requests', { retryAfter: total.retryAfter });
}

/**
 * Emails an invitation, or resends an open one. The response depends neither on whether the address
 * has a login, nor on whether it refuses invitations.
 * @throws {AppError} `invitations_paid_only`, `sso_domain_only`, `already_member`, `too_many_members`,
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
  const { members = [], sso } = account;
  // Nobody else could use the account.
  if (sso?.required && !address.endsWith(`@${sso.domain}`)) throw new AppError('sso_domain_only');
  if ([account, ...members].some((each) => normalize(each.email) === address))
    throw new AppError('already_member');
  const open = await listOpenInvitations(deps, account);
  const previous = open.find((each) => normalize(each.email) === address);
  // Concurrent calls may exceed the limit of invitations; joining is limited as well.
  if (!previous && members.length + open.length >= MAX_MEMBERS)
    throw new AppError('too_many_members');
  await countInvitation(limits, account.id, address);

  const sentAt = clock.now();
  const id = previous?.id ?? ids.ulid(sentAt);
  const expiresAt = sentAt + INVITATION_DAYS * DAY_MS;
  const entry = { kind: 'member', what: 'invited', target: id, name: email, to: role } as const;
  await invitations.put(
    account.id,
    { id, email, role, by: person.id, sentAt, expiresAt },
    ...activity.writes(account.id, entry),
  );
  if (await invitations.isBlocked(await computeFormerAddressHmacs(secrets, address))) return;
  const seconds = (INVITATION_DAYS * DAY_MS) / 1000;
  const t = await signLink(deps, invitationTarget(id), account.id, seconds);
  // The language of an address without a login is unknown, and a lookup would reveal the login.
  const recipient = { email, firstName: '', language: person.language };
  await mailQueue.send(
    createMailMessage(recipient, `invitation:${id}:${sentAt}`, {
      template: 'invitation',
      params: {
        account: invitingNameOf(account),
        by: inviterNameOf(person),
        role,
        path: `/invitation?${new URLSearchParams({ id, t }).toString()}`,
        days: INVITATION_DAYS,
      },
    }),
  );
}
