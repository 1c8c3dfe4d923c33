import { hash } from 'node:crypto';
import { normalizeAddress, readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { personName, reachableEmail } from '../../shared/contract/fields.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf, OutputOf } from '../../shared/contract/route.ts';
import { ROLE } from '../../shared/model/account.ts';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { PROVIDER_CLOCK_TOLERANCE_MS } from '../../shared/model/second-factor.ts';
import type { User } from '../access/adapters/user.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import {
  decodeChallenge,
  issueChallenge,
  isValidChallenge,
  ssoProofBinding,
} from '../access/challenge.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { openSession, type OpenSessionDeps } from '../access/open-session.ts';
import { isActive, ownerIdOf, roleIn } from '../access/role.ts';
import { computeMac } from '../access/signed.ts';
import { createAddressHmacs } from '../platform/dynamo/address-hmacs.ts';
import type { Flow, IdentityClaims } from './adapters/identity-provider.ts';
import type { StoredSso } from './adapters/sso-settings.ts';
import { addMember } from './answer-invitation.ts';
import type { MembersDeps } from './deps.ts';
import { listOpenInvitations, recordOf, redirectUriOf } from './describe-members.ts';

/** Sessions last 12 hours, so a domain without its record loses access within a day. */
const DOMAIN_CHECK_INTERVAL_MS = 12 * HOUR_MS;
const GOOGLE_ISSUER = 'https://accounts.google.com';

type FlowDeps = Pick<
  MembersDeps,
  | 'accounts'
  | 'clock'
  | 'domainRecords'
  | 'env'
  | 'identityProvider'
  | 'ids'
  | 'limits'
  | 'secrets'
  | 'ssoSettings'
>;
type JoinDeps = Pick<MembersDeps, 'accessChanges' | 'memberships'>;

/** Identifies a person at a provider, because an address can be reassigned to another person. */
const subjectOf = ({ issuer }: Pick<StoredSso, 'issuer'>, sub: string): string =>
  hash('sha256', JSON.stringify([issuer, sub]));

const ssoError = (reason: string, account: string): AppError =>
  new AppError('sso_failed', { body: { reason }, account });

const linkBinding = (personId: string, settingsId: string): string =>
  JSON.stringify(['link', personId, settingsId]);

/** Derives the secrets of a flow from its challenge, which only our server can do. */
async function flowOf(
  { secrets }: Pick<FlowDeps, 'secrets'>,
  { id }: StoredSso,
  challenge: string,
  isProof: boolean,
): Promise<Flow> {
  const key = await secrets.key('challenge');
  const derive = (part: string): string => computeMac(key, JSON.stringify([part, id, challenge]));
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier'), isProof };
}

/** Whether the record of a domain exists. Rejects if the lookup fails. */
export async function hasRecord(
  { domainRecords }: Pick<FlowDeps, 'domainRecords'>,
  settings: Pick<StoredSso, 'domain' | 'token'>,
): Promise<boolean> {
  const { record_name: name, record_value: value } = recordOf(settings);
  return (await domainRecords.texts(name)).some((text) => text.trim() === value);
}

/**
 * Returns the account to which the settings belong, if its single sign-on is enabled.
 * @throws {AppError} `sso_failed` if the domain is no longer verified
 */
async function findEnabledAccount(
  deps: FlowDeps,
  settings: StoredSso | undefined,
): Promise<User | undefined> {
  const account = settings && (await deps.accounts.get(settings.accountId));
  if (!settings || !isActive(account) || account.sso?.id !== settings.id) return undefined;
  const { missing, verifiedAt } = settings;
  if (verifiedAt === undefined) return undefined;
  const now = deps.clock.now();
  if (missing || now - verifiedAt > DOMAIN_CHECK_INTERVAL_MS) {
    const isFound = await hasRecord(deps, settings).catch(() => undefined);
    if (isFound) await deps.ssoSettings.setChecked(settings, { verifiedAt: now });
    else if (isFound === false && !missing)
      await deps.ssoSettings.setChecked(settings, { missing: true });
    if (!isFound) throw ssoError('domain', account.id);
  }
  return account;
}

const clientOf = (deps: Pick<FlowDeps, 'env'>, settings: StoredSso) => ({
  accountId: settings.accountId,
  issuer: settings.issuer,
  clientId: settings.clientId,
  redirectUri: redirectUriOf(deps.env, settings.accountId),
});

/**
 * Returns the page of the provider that the domain of an address uses, to log in or, with the
 * challenge of `reauthentication_required`, to prove a login again.
 * @throws {AppError} `sso_failed`
 */
export async function startSsoLogin(
  deps: FlowDeps,
  { email, challenge: proven }: BodyOf<(typeof memberRoutes)['startSso']>,
): Promise<OutputOf<(typeof memberRoutes)['startSso']>['data']> {
  const { domain } = readAddress(email) ?? {};
  const settings = domain === undefined ? undefined : await deps.ssoSettings.findByDomain(domain);
  if (!settings || !(await findEnabledAccount(deps, settings))) return { url: null, challenge: '' };
  const { accountId, id } = settings;
  const challenge = proven ?? (await issueChallenge(deps, 'sso', accountId, id));
  const flow = await flowOf(deps, settings, challenge, proven !== undefined);
  const url = await deps.identityProvider.authorizationUrl(clientOf(deps, settings), flow, email);
  return { url, challenge };
}

interface Completion extends BodyOf<(typeof memberRoutes)['completeSso']> {
  /** Browser and network, from `originOf`. */
  readonly from: string;
  readonly sourceIp: string;
}
type CompleteDeps = FlowDeps &
  JoinDeps &
  OpenSessionDeps &
  Pick<MembersDeps, 'factors' | 'invitations'>;

/**
 * Opens a session for one account, and creates the login of a person who has none; or returns the
 * proof that the person of a session has just logged in again.
 * @throws {AppError} `sso_failed`, `challenge_expired`, `account_inactive`, `too_many_members`,
 *   `too_many_requests`; `sso_link_required`, with a challenge for `linkSso`, if the address has another login
 */
export async function logInWithSso(
  deps: CompleteDeps,
  { account_id: accountId, challenge, response, from, sourceIp }: Completion,
): Promise<OutputOf<(typeof memberRoutes)['completeSso']>['data']> {
  const settings = await deps.ssoSettings.get(accountId);
  const account = await findEnabledAccount(deps, settings);
  if (!settings || !account) throw ssoError('disabled', accountId);
  const { kind, subject: challenged, issuedAt } = decodeChallenge(challenge);
  const isProof = kind === 'session';
  if (!isProof) {
    if (challenged !== accountId) throw ssoError('account', accountId);
    const isValid = kind === 'sso' && (await isValidChallenge(deps, challenge, settings.id));
    if (!isValid || !(await deps.factors.redeem(challenge)))
      throw new AppError('challenge_expired');
  }
  const client = {
    ...clientOf(deps, settings),
    clientSecret: await deps.ssoSettings.unseal(settings),
  };
  const flow = await flowOf(deps, settings, challenge, isProof);
  const claims = await deps.identityProvider.exchange(client, flow, response);
  // Counts only what the provider has confirmed, so that no stranger can use up the limit.
  await consumeOrThrow(deps.limits, 'sso_account', accountId);
  const subject = subjectOf(settings, claims.sub);
  const member = account.members?.find((each) => each.subject === subject);
  const now = deps.clock.now();
  const authenticatedAt = (claims.auth_time ?? 0) * 1000;
  if (authenticatedAt > now + PROVIDER_CLOCK_TOLERANCE_MS) throw ssoError('stale', accountId);
  // Any Google account can use a company address, but only accounts in the company's Workspace have
  // its domain: https://developers.google.com/identity/openid-connect/openid-connect
  const { hd: workspace } = claims;
  if (
    (workspace !== undefined || settings.issuer === GOOGLE_ISSUER) &&
    workspace !== settings.domain
  )
    throw ssoError('email_domain', accountId);
  if (isProof) {
    if (!member || authenticatedAt < issuedAt - PROVIDER_CLOCK_TOLERANCE_MS)
      throw ssoError('stale', accountId);
    const binding = ssoProofBinding(challenge, accountId);
    return { proof: await issueChallenge(deps, 'sso-proof', member.id, binding) };
  }
  const person = member
    ? await deps.accounts.get(member.id)
    : await createPerson(deps, { account, settings, claims, subject, from });
  if (!isActive(person)) throw new AppError('account_inactive', { account: member?.id });
  const opened = await openSession(deps, person, {
    from,
    accessChanges: deps.accessChanges,
    // An old login at the provider is not a recent proof for sensitive calls.
    provenAt: authenticatedAt,
    refusal: 'challenge_expired',
    sso: { accountId, id: settings.id },
  });
  // Count only failures, because an office shares a network.
  await deps.limits.refund('login_ip', networkOf(sourceIp));
  return opened;
}

interface Newcomer {
  readonly account: User;
  readonly settings: StoredSso;
  readonly claims: IdentityClaims;
  readonly subject: string;
  readonly from: string;
}

/** @throws {AppError} `sso_failed`, `sso_link_required`, `challenge_expired`, `too_many_members` */
async function createPerson(deps: CompleteDeps, newcomer: Newcomer): Promise<User> {
  const { account, settings, claims, subject, from } = newcomer;
  const email = normalizeAddress(claims.email ?? '');
  // Microsoft Entra sends `xms_edov` instead. Some providers send a text, for example Apple:
  // https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
  const { email_verified: verified = claims.xms_edov } = claims;
  if (email === undefined || (verified !== true && verified !== 'true'))
    throw ssoError('email_verified', account.id);
  if (!email.endsWith(`@${settings.domain}`)) throw ssoError('email_domain', account.id);
  // The person must be able to log in with a password, and to get our emails.
  if (!reachableEmail().safeParse(email).success) throw ssoError('email_address', account.id);
  const login = await deps.accounts.findByEmail(email);
  if (login) {
    await requireLinkable(deps, account, login, settings, subject);
    const binding = linkBinding(login.id, settings.id);
    const claim = `${account.id}:${subject}`;
    const challenge = await issueChallenge(deps, 'sso-link', claim, binding);
    throw new AppError('sso_link_required', { body: { challenge }, account: account.id });
  }
  const { user, writes } = deps.accounts.draft(deps.ids.ulid(deps.clock.now()), {
    email,
    firstName: nameOf(claims.given_name) ?? nameOf(email.slice(0, email.indexOf('@'))) ?? email,
    lastName: nameOf(claims.family_name) ?? '',
    language: account.language,
    memberOnly: true,
    joined: [account.id],
  });
  const joining = { accountId: account.id, person: user, from };
  await addMember(deps, joining, async (current) => {
    // The same person has logged in twice concurrently.
    if (await deps.accounts.findByEmail(email)) throw new AppError('challenge_expired');
    const open = await listOpenInvitations(deps, current);
    const invitation = open.find((each) => normalizeAddress(each.email) === email);
    if (current.sso?.id !== settings.id) throw ssoError('disabled', current.id);
    requirePaid(current);
    if (!invitation) await requireNotLeft(deps, current, { subject, email });
    return {
      role: invitation?.role ?? settings.role,
      subject,
      also: [
        ...writes,
        ...(invitation ? [deps.invitations.deleteWrite(account.id, invitation.id)] : []),
      ],
    };
  });
  return user;
}

const nameOf = (claim: unknown): string | undefined => personName().safeParse(claim).data;

/** @throws {AppError} `sso_failed` for a new member of an account that could invite nobody either */
function requirePaid({ id, paid }: User): void {
  if (!paid) throw ssoError('unpaid', id);
}

/** @throws {AppError} `sso_failed` for a person who left, even with another address or another login */
async function requireNotLeft(
  { secrets }: Pick<FlowDeps, 'secrets'>,
  { id, leftAddresses = [], leftSubjects }: User,
  { subject, email }: { readonly subject: string; readonly email: string },
): Promise<void> {
  const hmacsOf = await createAddressHmacs(secrets, id, 'former-member');
  if (
    leftSubjects?.includes(subject) ||
    hmacsOf(email).some((hmac) => leftAddresses.includes(hmac))
  )
    throw ssoError('removed', id);
}

/** @throws {AppError} `sso_failed` for a login that single sign-on must not use */
async function requireLinkable(
  deps: Pick<FlowDeps, 'secrets'>,
  account: User,
  login: User,
  { id }: Pick<StoredSso, 'id'>,
  subject: string,
): Promise<void> {
  if (account.sso?.id !== id) throw ssoError('disabled', account.id);
  if (login.id === ownerIdOf(account)) throw ssoError('owner', account.id);
  if (login.role !== ROLE.customer) throw ssoError('administrator', account.id);
  if (login.left?.includes(account.id)) throw ssoError('removed', account.id);
  if (!roleIn(account, login.id))
    await requireNotLeft(deps, account, { subject, email: login.email });
}

/**
 * Links the login of the session to an identity at the provider, for one account.
 * @param challenge of the error `sso_link_required`
 * @throws {AppError} `challenge_expired`, `sso_failed`, `too_many_members`
 */
export async function linkIdentity(
  deps: JoinDeps &
    Pick<FlowDeps, 'accounts' | 'clock' | 'secrets' | 'ssoSettings'> &
    Pick<MembersDeps, 'factors'>,
  { person, from }: Pick<SessionCaller, 'person'> & { readonly from: string },
  challenge: string,
): Promise<void> {
  const { kind, subject: claim } = decodeChallenge(challenge);
  const [accountId = '', subject = ''] = claim.split(':');
  const settings = await deps.ssoSettings.get(accountId);
  const binding = linkBinding(person.id, settings?.id ?? '');
  const isValid = kind === 'sso-link' && (await isValidChallenge(deps, challenge, binding));
  if (!settings || !isValid || !(await deps.factors.redeem(challenge)))
    throw new AppError('challenge_expired');
  const isLinked = await deps.memberships.update(accountId, person.id, async (account, current) => {
    await requireLinkable(deps, account, current ?? person, settings, subject);
    const { members = [] } = account;
    const member = members.find(({ id }) => id === person.id);
    if (!member) return undefined;
    const { id: target, email: name } = member;
    const change = { kind: 'member', what: 'changed', target, name, by: from } as const;
    return {
      members: members.with(members.indexOf(member), { ...member, subject }),
      also: [await deps.accessChanges.announce(accountId, change)],
    };
  });
  const joining = { accountId, person, from };
  if (isLinked) return;
  const isAdded = await addMember(deps, joining, async (account, current) => {
    await requireLinkable(deps, account, current ?? person, settings, subject);
    requirePaid(account);
    return { role: settings.role, subject };
  });
  if (!isAdded) throw ssoError('disabled', accountId);
}
