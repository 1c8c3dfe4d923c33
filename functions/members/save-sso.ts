import { AppError } from '../../shared/contract/errors.ts';
import type { SsoRequest } from '../../shared/contract/members.ts';
import { changedValues } from '../access/changed-values.ts';
import type { User } from '../access/adapters/user.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { StoredSso } from './adapters/sso-settings.ts';
import type { MembersDeps } from './deps.ts';
import { redirectUriOf } from './describe-members.ts';
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
  | 'ssoSettings'
>;

interface Call {
  readonly account: Pick<User, 'id' | 'sso'>;
  /** Browser and network, from `originOf`. */
  readonly by: string;
}

/**
 * Checks the issuer and the domain. A new domain, issuer or client gets a new id, and so do
 * settings that are enabled again, so that earlier sessions remain invalid.
 * @throws {AppError} `validation`, `sso_failed`
 */
async function prepare(
  deps: Deps,
  { id: accountId, sso }: Call['account'],
  { client_id: clientId, client_secret: secret, ...request }: SsoRequest,
  former: StoredSso | undefined,
): Promise<StoredSso> {
  const { clock, ids, ssoSettings } = deps;
  const now = clock.now();
  if (!URL.canParse(request.issuer))
    throw new AppError('validation', { fields: { issuer: ['field.invalid'] } });
  const isSameClient = former?.issuer === request.issuer && former.clientId === clientId;
  const isSameDomain = former?.domain === request.domain;
  // Never send the stored secret to another provider.
  const sealedSecret = secret
    ? await ssoSettings.seal(accountId, secret)
    : isSameClient && former.sealedSecret;
  if (!sealedSecret)
    throw new AppError('validation', { fields: { client_secret: ['field.required'] } });
  const redirectUri = redirectUriOf(deps.env, accountId);
  await deps.identityProvider.check({ accountId, issuer: request.issuer, clientId, redirectUri });
  const settings = {
    ...request,
    accountId,
    clientId,
    sealedSecret,
    id: isSameClient && isSameDomain && former.id === sso?.id ? former.id : ids.ulid(now),
    token: isSameDomain ? former.token : ids.token(16),
  };
  // If the lookup fails, keep the domain's previous state.
  const verifiedAt = await hasRecord(deps, settings).then(
    (isFound) => (isFound ? now : undefined),
    () => (isSameDomain ? former.verifiedAt : undefined),
  );
  return verifiedAt === undefined ? settings : { ...settings, verifiedAt };
}

/** What the log shows of settings. */
const shownOf = (settings: Partial<StoredSso> = {}) => ({
  domain: settings.domain,
  issuer: settings.issuer,
  client: settings.clientId,
  role: settings.role,
  required: settings.required === undefined ? '' : settings.required ? 'required' : 'optional',
});

/** @throws {AppError} `sso_failed` if another account still has the record of the domain */
async function requireReleased(deps: Deps, holderId: string, domain: string): Promise<void> {
  const holder = await deps.ssoSettings.get(holderId);
  // If the lookup fails, the holder keeps the domain.
  if (holder?.domain !== domain) return;
  if (await hasRecord(deps, holder).catch(() => true))
    throw new AppError('sso_failed', { body: { reason: 'domain_taken' } });
  const change = { kind: 'sso', what: 'removed', target: holder.id, name: domain, by: '' } as const;
  const announced = await deps.accessChanges.announce(holderId, change);
  await deps.accounts.setPreference(holderId, { sso: undefined }, announced);
}

/**
 * Stores the settings of single sign-on, and enables it if the domain is verified. A change of the
 * domain, issuer or client invalidates earlier sessions. Null removes the settings.
 * @throws {AppError} `sso_failed` for an unusable issuer, or a domain of another account;
 * `validation` for a new client without a secret
 */
export async function changeSso(
  deps: Deps,
  { account, by }: Call,
  request: SsoRequest | null,
): Promise<void> {
  const { accessChanges, accounts, ssoSettings } = deps;
  const { id: accountId } = account;
  await retryOnConflict(`single sign-on of ${accountId}`, async () => {
    const former = await ssoSettings.get(accountId);
    const next = request ? await prepare(deps, account, request, former) : undefined;
    const latest = next ?? former;
    if (!latest) return true;
    const { id, domain, required, verifiedAt } = latest;
    const holderId = await ssoSettings.findDomainHolder(domain);
    const isEnabled = next !== undefined && verifiedAt !== undefined;
    if (isEnabled && holderId !== undefined && holderId !== accountId)
      await requireReleased(deps, holderId, domain);
    const what = !next ? 'removed' : former ? 'changed' : 'added';
    const values = changedValues(shownOf(former), shownOf(next));
    const change = { kind: 'sso', what, target: id, name: domain, by, ...values } as const;
    const edited = await accounts.setPreference(
      accountId,
      { sso: isEnabled ? { id, domain, required } : undefined },
      ...(next
        ? ssoSettings.putWrites(next, holderId)
        : ssoSettings.deleteWrites(latest, holderId)),
      await accessChanges.announce(accountId, change),
    );
    return edited ? true : 'again';
  });
}
