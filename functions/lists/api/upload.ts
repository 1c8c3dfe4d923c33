import { listRoutes } from '../../../shared/contract/lists.ts';
import { announceUpload } from '../announce-upload.ts';
import { receiveMultipart } from '../receive-multipart.ts';
import { blobs, clock, ids, log } from '../../platform/context.ts';
import { lists } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.upload,
  { blobs, clock, ids, lists, log },
  async ({ caller, body }, deps) => {
    const userId = caller.ownerId;
    const { name } = body;
    const data =
      'file' in body
        ? await receiveMultipart(deps, {
            userId,
            name,
            fileName: body.file.name,
            bytes: body.file.bytes,
          })
        : await announceUpload(deps, { userId, name, fileName: body.file_name, size: body.size });
    deps.log.info('upload', { list: data.file_id });
    return { data };
  },
);
