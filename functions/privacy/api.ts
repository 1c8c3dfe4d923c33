import { privacyRoutes } from '../../shared/contract/privacy.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { accessChanges, accounts, activity, memberships } from '../access/context.ts';
import { authorize } from '../access/guard.ts';
import { originOf } from '../access/origin.ts';
import { requireRecentProof } from '../access/second-factor.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { closedAccounts } from '../account/context.ts';
import { clock, env, log, secrets, blobs, ids } from '../platform/context.ts';
import { privacyQueue } from './context.ts';
import { createExportDownloadUrl } from './create-export-download-url.ts';
import { startClosing } from './delete-account.ts';

/**
 * Returns the id of the caller's own data: the account for its owner, or the login for a person
 * without an account, whichever account that person acts on.
 * @throws {AppError} as for a route of the owner
 */
function ownIdOf(deps: Parameters<typeof authorize>[0], caller: SessionCaller): string {
  if (caller.person.memberOnly && caller.role !== 'owner') return caller.person.id;
  authorize(deps, { ...privacyRoutes.deleteAccount, role: 'owner' }, caller);
  return caller.account.id;
}

/** A worker writes the file and emails the link. */
export const exportAccount = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'exportAccount',
  { activity, clock, env, ids, privacyQueue },
  async ({ caller }, deps) => {
    const userId = ownIdOf(deps, caller);
    const exportId = deps.ids.ulid(deps.clock.now());
    const entry = { kind: 'export', what: 'added', target: exportId, name: '' } as const;
    await deps.activity.record(userId, entry);
    await deps.privacyQueue.send({ kind: 'export', v: 1, userId, exportId });
    return { data: {} };
  },
);

export const downloadExport = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'downloadExport',
  { accounts, activity, blobs, clock, secrets },
  async ({ params, query }, deps) => ({
    kind: 'redirect' as const,
    location: await createExportDownloadUrl(deps, params.id, query.t),
  }),
);

export const deleteAccount = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'deleteAccount',
  {
    accessChanges,
    accounts,
    closedAccounts,
    clock,
    env,
    ids,
    log,
    memberships,
    privacyQueue,
    secrets,
  },
  async (call, deps) => {
    const { caller } = call;
    const userId = ownIdOf(deps, caller);
    if (userId === caller.account.id && caller.account.members)
      await requireRecentProof(deps, caller, true);
    await startClosing(deps, userId, undefined, originOf(call));
    return { data: {} };
  },
);
