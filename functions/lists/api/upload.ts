import { listRoutes } from '../../../shared/contract/lists.ts';
import { announceUpload } from '../announce-upload.ts';
import { receiveMultipart } from '../receive-multipart.ts';
import { blobs, clock, ids, log } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { blobs, clock, ids, lists, log };

export const handler = serveRoute(listRoutes.upload, needs, async ({ caller, body }, parts) => {
  const userId = caller.ownerId;
  const { name } = body;
  const data =
    'file' in body
      ? await receiveMultipart(parts, {
          userId,
          name,
          fileName: body.file.name,
          bytes: body.file.bytes,
        })
      : await announceUpload(parts, { userId, name, fileName: body.file_name, size: body.size });
  parts.log.info('upload', { list: data.file_id });
  return { data };
});
