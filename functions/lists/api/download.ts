import { listRoutes } from '../../../shared/contract/lists.ts';
import { downloadResult } from '../result/download-result.ts';
import { blobs, clock, ids } from '../../platform/context.ts';
import { limits } from '../../access/context.ts';
import { bouncedAddresses, lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.download,
  { blobs, bouncedAddresses, clock, ids, limits, lists },
  async ({ caller, body, language }, deps) => {
    const result = await downloadResult(deps, caller.ownerId, body, language);
    if (result.kind === 'file') return result;
    return { data: { url: result.url, expires_at: result.expires_at } };
  },
);
