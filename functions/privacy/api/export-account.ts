import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids } from '../../platform/context.ts';
import { privacyQueue } from '../context.ts';

/** A worker writes the file and emails the link. */
export const handler = serveRoute(
  privacyRoutes.exportAccount,
  { clock, ids, privacyQueue },
  async ({ caller }, deps) => {
    const exportId = deps.ids.ulid(deps.clock.now());
    await deps.privacyQueue.send({ kind: 'export', v: 1, userId: caller.user.id, exportId });
    return { data: {} };
  },
);
