import { contract } from '../../../shared/contract/index.ts';
import { toOpenApi } from '../../../shared/contract/openapi.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.openapi, async () => toOpenApi(contract));
