import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf, OutputOf } from '../../shared/contract/route.ts';
import { MAX_JOINED_ACCOUNTS, MAX_MEMBERS, ROLE } from '../../shared/model/account.ts';
import type { Member, User } from '../access/adapters/user.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { type OpenedSession, openSession, type OpenSessionDeps } from '../access/open-session.ts';
import { isActive, roleIn } from '../access/role.ts';
import { verifyLink } from '../access/signed.ts';
import { computeFormerAddressHmac } from '../account/hashes.ts';
import { rejectCommonPassword } from '../account/reject-common-password.ts';
import { personActor } from '../platform/author.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { Invitation } from './adapters/invitations.ts';
import type { MembersDeps } from './deps.ts';
import { isOpen, senderIdOf } from './describe-members.ts';
import { invitationTarget, inviterNameOf, invitingNameOf } from './invite-member.ts';

type ReadDeps = Pick<MembersDeps, 'accounts' | 'clock' | 'invitations' | 'secrets'>;
type AnswerDeps = ReadDeps & Pick<MembersDeps, 'accessChanges' | 'memberships'>;

interface Link {
  readonly id: string;
  readonly t: string;
}

/** @throws {AppError} `link_expired` */
async function findOpen(
  { clock, invitations }: Pick<ReadDeps, 'clock' | 'invitations'>,
  account: User | undefined,
  id: string,
): Promise<Invitation> {
  const invitation = isActive(account) ? await invitations.find(account.id, id) : undefined;
  if (!account || !invitation || !isOpen(account, invitation, clock.now()))
    throw new AppError('link_expired');
  return invitation;
}

/** @throws {AppError} `link_expired` for any link that does not work */
async function openLink(
  deps: ReadDeps,
  { id, t }: Link,
): Promise<{ readonly account: User; readonly invitation: Invitation }> {
  const accountId = await verifyLink(deps, invitationTarget(id), t);
  const account = accountId === undefined ? undefined : await deps.accounts.get(accountId);
  const invitation = await findOpen(deps, account, id);
  if (!account) throw new AppError('link_expired');
  return { account, invitation };
}

/** @throws {AppError} `link_expired` */
export async function describeInvitation(
  deps: ReadDeps,
  link: Link,
): Promise<OutputOf<(typeof memberRoutes)['readInvitation']>['data']> {
  const { account, invitation } = await openLink(deps, link);
  const { email, role, expiresAt } = invitation;
  const [sender, login] = await Promise.all([
    deps.accounts.get(senderIdOf(account, invitation)),
    deps.accounts.findByEmail(email),
  ]);
  return {
    account_name: invitingNameOf(account),
    invited_by: sender ? inviterNameOf(sender) : '',
    email,
    role,
    has_login: login !== undefined,
    expires_at: new Date(expiresAt).toISOString(),
  };
}

interface Joining {
  readonly accountId: string;
  readonly person: Pick<User, 'email' | 'id'>;
  /** Browser and network, from `originOf`. */
  readonly from: string;
}

/**
 * Makes a person a member in one transaction.
 * @param decide returns the role, and further writes; runs again on a conflict
 * @returns false if the account is gone
 * @throws {AppError} `already_member`, `too_many_members`
 */
export function addMember(
  {
    accessChanges,
    clock,
    memberships,
  }: Pick<AnswerDeps, 'accessChanges' | 'clock' | 'memberships'>,
  { accountId, person, from }: Joining,
  decide: (
    account: User,
    current: User | undefined,
  ) => Promise<Pick<Member, 'role' | 'subject'> & { readonly also?: readonly TransactionStep[] }>,
): Promise<boolean> {
  return memberships.update(accountId, person.id, async (account, current) => {
    const { also = [], role, subject } = await decide(account, current);
    const { members = [] } = account;
    if (roleIn(account, person.id)) throw new AppError('already_member');
    if (members.length >= MAX_MEMBERS || (current?.joined ?? []).length >= MAX_JOINED_ACCOUNTS)
      throw new AppError('too_many_members');
    const { email } = person;
    const since = new Date(clock.now()).toISOString();
    const change = {
      kind: 'member',
      what: 'added',
      target: person.id,
      name: email,
      to: role,
      who: personActor(person.id),
      by: from,
    } as const;
    return {
      members: [...members, { id: person.id, email, role, since, ...(subject && { subject }) }],
      also: [...also, await accessChanges.announce(accountId, change)],
    };
  });
}

/** Makes a person a member and uses up the invitation, in one transaction. */
async function join(
  deps: AnswerDeps,
  { id, ...joining }: Joining & Link,
  decide: (current: User | undefined) => Promise<readonly TransactionStep[]>,
): Promise<void> {
  const isJoined = await addMember(deps, joining, async (account, current) => {
    const { role } = await findOpen(deps, account, id);
    const used = deps.invitations.deleteWrite(account.id, id);
    return { role, also: [...(await decide(current)), used] };
  });
  if (!isJoined) throw new AppError('link_expired');
}

/**
 * Accepts an invitation with a new login. The link proves the address, because only its mailbox
 * received it.
 * @throws {AppError} `link_expired`, also if the address now has a login; `too_many_members`;
 * `validation` for a common password; the errors of `openSession`
 */
export async function registerMember(
  deps: AnswerDeps & OpenSessionDeps & Pick<MembersDeps, 'ids' | 'passwords'>,
  { from, ...form }: BodyOf<(typeof memberRoutes)['joinAccount']> & { readonly from: string },
): Promise<OpenedSession> {
  const { accounts, clock, ids, passwords } = deps;
  const { account, invitation } = await openLink(deps, form);
  const { first_name: firstName, last_name: lastName, language } = form;
  const { email } = invitation;
  rejectCommonPassword('password', form.password, { firstName, lastName, email });
  const passwordHash = await passwords.hash(form.password);
  const { user, writes } = accounts.draft(ids.ulid(clock.now()), {
    email,
    firstName,
    lastName,
    language,
    passwordHash,
    memberOnly: true,
    joined: [account.id],
  });
  await join(deps, { ...form, accountId: account.id, person: user, from }, async () => {
    if (await accounts.findByEmail(email)) throw new AppError('link_expired');
    return writes;
  });
  return openSession(deps, user, { from });
}

/**
 * Accepts an invitation with the login of the session.
 * @throws {AppError} `link_expired`, `wrong_login`, `already_member`, `too_many_members`,
 *   `forbidden` for an administrator of the service
 */
export async function joinWithInvitation(
  deps: AnswerDeps,
  { person, from, ...link }: Link & Pick<SessionCaller, 'person'> & { readonly from: string },
): Promise<string> {
  const { account, invitation } = await openLink(deps, link);
  if (normalizeAddress(invitation.email) !== normalizeAddress(person.email))
    throw new AppError('wrong_login');
  if (person.role !== ROLE.customer) throw new AppError('forbidden');
  await join(deps, { ...link, accountId: account.id, person, from }, async (current) => {
    if (!current) throw new AppError('unauthenticated');
    return [];
  });
  return account.id;
}

/** @throws {AppError} `link_expired` */
export async function discardInvitation(
  deps: ReadDeps & Pick<MembersDeps, 'activity'>,
  { block, ...link }: Link & { readonly block: boolean },
): Promise<void> {
  const { activity, clock, invitations, secrets } = deps;
  const { account, invitation } = await openLink(deps, link);
  const address = normalizeAddress(invitation.email) ?? invitation.email;
  if (block) await invitations.block(await computeFormerAddressHmac(secrets, address), clock.now());
  const { email: name, id: target } = invitation;
  const entry = { kind: 'member', what: 'declined', target, name } as const;
  await invitations.delete(account.id, target, ...activity.writes(account.id, entry));
}
