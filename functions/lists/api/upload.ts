import { listRoutes } from '../../../shared/contract/lists.ts';
import { createUpload } from '../upload/create-upload.ts';
import { receiveMultipart } from '../upload/receive-multipart.ts';
import { blobs, clock, ids, log } from '../../platform/context.ts';
import { lists, queues } from '../context.ts';
import { limits } from '../../access/context.ts';
import { actorOf } from '../../access/authenticate.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  listRoutes.upload,
  { blobs, clock, ids, limits, lists, log, queues },
  async ({ caller, body, header }, deps) => {
    const file = {
      userId: caller.ownerId,
      user: caller.user,
      name: body.name,
      column: body.column,
      encoding: body.encoding,
      strict: body.strict === true || body.strict === 'true',
      by: actorOf(caller),
      requestKey: header('Idempotency-Key'),
    };
    const data =
      'file' in body
        ? await receiveMultipart(deps, {
            ...file,
            fileName: body.file.name,
            bytes: body.file.bytes,
          })
        : await createUpload(deps, {
            ...file,
            fileName: body.file_name,
            size: body.size,
            parts: body.parts,
          });
    deps.log.info('upload', { list: data.file_id });
    return { data };
  },
);
