import { contract } from '../../../shared/contract/index.ts';
import { deleteList } from '../../app/delete-list.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.deleteFile, async ({ caller, params }, context) => {
  await deleteList(context, caller.user.id, params.id);
  return { data: {} };
});
