import { examples } from '../../../shared/contract/examples/index.ts';
import { contract } from '../../../shared/contract/index.ts';
import { toOpenApi } from '../../../shared/contract/openapi/openapi.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(contract.openapi, {}, async () => toOpenApi(contract, examples));
