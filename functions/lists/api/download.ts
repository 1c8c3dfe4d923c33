import { listRoutes } from '../../../shared/contract/lists.ts';
import { downloadResult } from '../download-result.ts';
import { blobs, clock } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { blobs, clock, lists };

export const handler = serveRoute(listRoutes.download, needs, async ({ caller, body }, parts) => {
  const result = await downloadResult(parts, caller.ownerId, body.file_id, body.type);
  if (result.kind === 'file') return result;
  return { data: { url: result.url, expires_at: result.expires_at } };
});
