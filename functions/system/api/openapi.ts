import { contract } from '../../../shared/contract/index.ts';
import { createPublicDocument } from '../../../shared/contract/openapi/public-document.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(contract.openapi, {}, async ({ query: { version } }) =>
  createPublicDocument('', version),
);
