import { privacyRoutes } from '../../shared/contract/privacy.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { accounts, memberships } from '../access/context.ts';
import { requireRole } from '../access/require-role.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { closedAccounts } from '../account/context.ts';
import { clock, log, secrets, blobs, ids } from '../platform/context.ts';
import { privacyQueue } from './context.ts';
import { createExportDownloadUrl } from './create-export-download-url.ts';
import { deleteAccount as runDeleteAccount } from './delete-account.ts';

/**
 * Returns the id of the caller's own data: the account for its owner, the login for a person
 * without an account, on whatever account that person acts.
 * @throws {AppError} `role_required`
 */
function ownIdOf({ account, person, role }: SessionCaller): string {
  if (person.memberOnly) return person.id;
  requireRole(role, 'owner');
  return account.id;
}

export const deleteAccount = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'deleteAccount',
  { accounts, closedAccounts, clock, log, memberships, privacyQueue, secrets },
  async ({ caller }, deps) => {
    await runDeleteAccount(deps, ownIdOf(caller));
    return { data: {} };
  },
);

export const downloadExport = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'downloadExport',
  { accounts, blobs, clock, secrets },
  async ({ params, query }, deps) => ({
    kind: 'redirect' as const,
    location: await createExportDownloadUrl(deps, params.id, query.t),
  }),
);

/** A worker writes the file and emails the link. */
export const exportAccount = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'exportAccount',
  { clock, ids, privacyQueue },
  async ({ caller }, deps) => {
    const userId = ownIdOf(caller);
    const exportId = deps.ids.ulid(deps.clock.now());
    await deps.privacyQueue.send({ kind: 'export', v: 1, userId, exportId });
    return { data: {} };
  },
);
