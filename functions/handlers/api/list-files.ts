import { contract } from '../../../shared/contract/index.ts';
import { listFiles } from '../../app/list-files.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.listFiles, async ({ caller, query }, context) => ({
  data: await listFiles(context, caller.user.id, query),
}));
