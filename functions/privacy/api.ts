import { privacyRoutes } from '../../shared/contract/privacy.ts';
import { accounts } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { closedAccounts } from '../account/context.ts';
import { clock, log, secrets, blobs, ids } from '../platform/context.ts';
import { privacyQueue } from './context.ts';
import { createExportDownloadUrl } from './create-export-download-url.ts';
import { deleteAccount as runDeleteAccount } from './delete-account.ts';

export const deleteAccount = /* @__PURE__ */ serveRouteOf(
  privacyRoutes,
  'deleteAccount',
  { accounts, closedAccounts, clock, log, privacyQueue, secrets },
  async ({ caller }, deps) => {
    await runDeleteAccount(deps, caller.account.id);
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
    const exportId = deps.ids.ulid(deps.clock.now());
    await deps.privacyQueue.send({ kind: 'export', v: 1, userId: caller.account.id, exportId });
    return { data: {} };
  },
);
