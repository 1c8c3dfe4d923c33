import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { TERMS_VERSION } from '../../shared/model/account.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { ownerIdOf } from '../access/role.ts';
import { notifyTransfer } from '../account/change-credentials.ts';
import type { BillingDeps } from '../billing/deps.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import { MAX_WRITE_SECONDS } from '../platform/sqs/max-delay.ts';
import { exportPrefix } from '../privacy/rules/blob-keys.ts';
import type { MembersDeps } from './deps.ts';
import { hasOpenTransfer } from './describe-members.ts';

type Deps = Pick<BillingDeps, 'billingQueue' | 'blobs'> &
  Pick<
    MembersDeps,
    | 'accessChanges'
    | 'accountQueue'
    | 'accounts'
    | 'activity'
    | 'clock'
    | 'factors'
    | 'ids'
    | 'mailQueue'
    | 'memberships'
    | 'sessions'
    | 'ssoSettings'
  >;

interface Answer
  extends
    Pick<SessionCaller, 'account' | 'person' | 'viaSso'>,
    BodyOf<(typeof memberRoutes)['answerTransfer']> {
  readonly sourceIp: string;
  /** Browser and network, from `originOf`. */
  readonly by: string;
}

/**
 * Accepts or declines the offer of an account. The new owner accepts the terms. The former owner
 * becomes an administrator: their login, which had the id of the account, gets a new id in the same
 * transaction, and their sessions and exports end. Single sign-on ends, too, because its provider is
 * the former owner's, unless the new owner has an address at its domain and keeps it.
 * @throws {AppError} `wrong_state` without an offer to the person; `validation` without the terms;
 *   `forbidden` for a single sign-on session, because an owner needs another login
 */
export async function decideTransfer(deps: Deps, answer: Answer): Promise<void> {
  const { accounts, clock, ids, memberships, sessions, ssoSettings } = deps;
  const { person, sourceIp } = answer;
  const accountId = answer.account.id;
  if (answer.viaSso) throw new AppError('forbidden');
  if (answer.accept && answer.terms_accepted === undefined)
    throw new AppError('validation', { fields: { terms_accepted: ['field.required'] } });
  await retryOnConflict(`the owner of ${accountId}`, async () => {
    const [account, owner] = await Promise.all([accounts.get(accountId), accounts.get(person.id)]);
    const at = clock.now();
    if (!account || !owner || !hasOpenTransfer(account, at) || account.transfer.to !== person.id)
      throw new AppError('wrong_state');
    if (!answer.accept)
      return memberships.update(accountId, person.id, async ({ members = [], transfer }) => {
        if (transfer?.to !== person.id) return undefined;
        const offer = { kind: 'member', what: 'offer_declined', target: owner.id } as const;
        const also = deps.activity.writes(accountId, { ...offer, name: owner.email });
        return { members, transfer: undefined, also };
      });

    const isMoved = account.owner !== undefined;
    const formerId = isMoved ? ownerIdOf(account) : ids.ulid(at);
    const sso = await ssoSettings.get(accountId);
    const address = normalizeAddress(owner.email) ?? '';
    const keepsSso = answer.keep_sso === true && address.endsWith(`@${sso?.domain}`);
    const joined = await Promise.all((account.joined ?? []).map((id) => accounts.get(id)));
    const terms = {
      version: TERMS_VERSION,
      at: new Date(at).toISOString(),
      ip: sourceIp,
      declares: 'business',
    } as const;
    const writes = memberships.transferWrites({
      account,
      owner,
      formerId,
      passwordHash: isMoved ? undefined : await accounts.readPasswordHash(account),
      joined: joined.flatMap((each) => each ?? []),
      terms,
      keepsSso,
      at,
    });
    if (sso && !keepsSso) {
      const { id: target, domain: name } = sso;
      const removal = { kind: 'sso', what: 'removed', target, name, by: answer.by } as const;
      writes.push(
        ...ssoSettings.deleteWrites(sso, await ssoSettings.findDomainHolder(name)),
        await deps.accessChanges.announce(accountId, removal),
      );
    }
    const change = {
      kind: 'member',
      what: 'changed',
      target: owner.id,
      name: owner.email,
      from: 'admin',
      to: 'owner',
      by: answer.by,
    } as const;
    // Queued before the transfer, in case the process is killed after it.
    const intent = { kind: 'transfer', v: 1, userId: formerId, accountId, at } as const;
    await deps.accountQueue.send(intent, MAX_WRITE_SECONDS);
    await deps.billingQueue.send({ kind: 'customer', v: 1, userId: accountId }, MAX_WRITE_SECONDS);
    const all = [...writes, await deps.accessChanges.announce(accountId, change)];
    if (!(await deps.factors.move(isMoved ? formerId : accountId, formerId, all))) return 'again';
    await sessions.deleteAll(isMoved ? formerId : accountId);
    await notifyTransfer(deps, intent);
    await deps.blobs.deleteAll(exportPrefix(accountId));
    return true;
  });
}
