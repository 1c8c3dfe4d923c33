import { AppError } from '../../shared/contract/errors.ts';
import type { SsoRequest } from '../../shared/contract/members.ts';
import { changedValues } from '../access/changed-values.ts';
import type { User } from '../access/adapters/user.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { StoredSso } from './adapters/sso-settings.ts';
import type { MembersDeps } from './deps.ts';
import { isVerified, redirectUriOf } from './describe-members.ts';
import { hasRecord } from './single-sign-on.ts';

type Deps = Pick<
  MembersDeps,
  | 'accessChanges'
  | 'accounts'
  | 'clock'
  | 'domainRecords'
  | 'env'
  | 'identityProvider'
  | 'ids'
  | 'memberships'
  | 'ssoSettings'
>;

interface Call {
  readonly account: Pick<User, 'id'>;
  /** Browser and network, from `originOf`. */
  readonly by: string;
}

const isSameClient = (former: StoredSso | undefined, request: SsoRequest): former is StoredSso =>
  former?.issuer === request.issuer && former.clientId === request.client_id;

/**
 * Seals the client secret. The stored one is not used for another provider.
 * @throws {AppError} `validation` for a new client without a secret
 */
async function sealSecret(
  { ssoSettings }: Pick<Deps, 'ssoSettings'>,
  accountId: string,
  request: SsoRequest,
  former: StoredSso | undefined,
): Promise<string> {
  if (request.client_secret) return ssoSettings.seal(accountId, request.client_secret);
  if (!isSameClient(former, request))
    throw new AppError('validation', { fields: { client_secret: ['field.required'] } });
  return former.sealedSecret;
}

/** @throws {AppError} `validation`, `sso_failed` */
async function requireIssuer(deps: Deps, accountId: string, request: SsoRequest): Promise<void> {
  const { client_id: clientId, issuer } = request;
  if (!URL.canParse(issuer))
    throw new AppError('validation', { fields: { issuer: ['field.invalid'] } });
  await sealSecret(deps, accountId, request, await deps.ssoSettings.get(accountId));
  const redirectUri = redirectUriOf(deps.env, accountId);
  await deps.identityProvider.check({ accountId, issuer, clientId, redirectUri });
}

/**
 * Checks the domain. A new domain, issuer or client gets a new id, and so do settings that are enabled
 * again, so that earlier sessions remain invalid.
 * @throws {AppError} `validation`
 */
async function prepare(
  deps: Deps,
  { id: accountId, sso }: User,
  request: SsoRequest,
  former: StoredSso | undefined,
): Promise<StoredSso> {
  const { clock, ids } = deps;
  const now = clock.now();
  const { domain, issuer, client_id: clientId, role, required } = request;
  const isSameDomain = former?.domain === domain;
  const isKept = isSameDomain && former.id === sso?.id;
  const settings = {
    accountId,
    domain,
    issuer,
    clientId,
    sealedSecret: await sealSecret(deps, accountId, request, former),
    role,
    required,
    id: isKept && isSameClient(former, request) ? former.id : ids.ulid(now),
    token: isSameDomain ? former.token : ids.token(16),
  };
  // If the lookup fails, keep the domain's previous state.
  const isFound = await hasRecord(deps, settings).catch(() => undefined);
  if (isFound) return { ...settings, verifiedAt: now };
  const { verifiedAt, missing = isFound === false || undefined } = isKept ? former : {};
  return verifiedAt === undefined
    ? settings
    : { ...settings, verifiedAt, ...(missing && { missing }) };
}

/** What the log shows of settings. */
const shownOf = (settings: Partial<StoredSso> = {}) => ({
  domain: settings.domain,
  issuer: settings.issuer,
  client: settings.clientId,
  role: settings.role,
  required: settings.required === undefined ? '' : settings.required ? 'required' : 'optional',
});

/**
 * Returns the writes that take the domain from another account, whose people of the domain are then
 * held: whoever has the domain also reads their emails.
 * @throws {AppError} `sso_failed` if that account still has the record of the domain
 */
async function releaseWrites(
  { accessChanges, accounts, clock, ids, memberships, ssoSettings, ...deps }: Deps,
  holderId: string,
  domain: string,
): Promise<TransactionStep[]> {
  const [account, settings] = await Promise.all([
    accounts.get(holderId),
    ssoSettings.get(holderId),
  ]);
  if (!account) return [];
  // The account may use another domain now.
  if (settings?.domain !== domain) return memberships.releaseWrites(account, domain, account.sso);
  // If the lookup fails, the holder keeps the domain.
  if (await hasRecord(deps, settings).catch(() => true))
    throw new AppError('sso_failed', { body: { reason: 'domain_taken' } });
  const { id: target } = settings;
  const change = { kind: 'sso', what: 'removed', target, name: domain, by: '' } as const;
  const ended = account.sso?.required
    ? { id: ids.ulid(clock.now()), domain, required: true }
    : undefined;
  return [
    ...memberships.releaseWrites(account, domain, ended),
    await accessChanges.announce(holderId, change),
  ];
}

/**
 * Stores the settings of single sign-on, and enables it if the domain is verified. A change of the
 * domain, issuer or client invalidates earlier sessions. Without its record, a domain keeps its open
 * sessions, and a requirement stays in force until the owner ends it. Null removes the settings.
 * @throws {AppError} `sso_failed` for an unusable issuer, or a domain of another account;
 * `validation` for a new client without a secret
 */
export async function changeSso(
  deps: Deps,
  { account: { id: accountId }, by }: Call,
  request: SsoRequest | null,
): Promise<void> {
  const { accessChanges, memberships, ssoSettings } = deps;
  if (request) await requireIssuer(deps, accountId, request);
  await memberships.update(accountId, accountId, async (account) => {
    const former = await ssoSettings.get(accountId);
    const next = request ? await prepare(deps, account, request, former) : undefined;
    const latest = next ?? former;
    if (!latest) return undefined;
    const { id, domain, required } = latest;
    const holderId = await ssoSettings.findDomainHolder(domain);
    const isEnabled = next !== undefined && isVerified(next);
    const isTaken = isEnabled && holderId !== undefined && holderId !== accountId;
    const what = !next ? 'removed' : former ? 'changed' : 'added';
    const values = changedValues(shownOf(former), shownOf(next));
    const change = { kind: 'sso', what, target: id, name: domain, by, ...values } as const;
    const isInForce = required && (isEnabled || account.sso?.required === true);
    return {
      members: account.members ?? [],
      sso: isEnabled || (next && account.sso) ? { id, domain, required: isInForce } : undefined,
      also: [
        ...(next
          ? ssoSettings.putWrites(next, holderId)
          : ssoSettings.deleteWrites(latest, holderId)),
        ...(isTaken ? await releaseWrites(deps, holderId, domain) : []),
        await accessChanges.announce(accountId, change),
      ],
    };
  });
}
