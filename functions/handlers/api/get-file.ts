import { contract } from '../../../shared/contract/index.ts';
import { describeList } from '../../app/describe-list.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.getFile, async ({ caller, params }, context) => ({
  data: await describeList(context, caller.user.id, params.id),
}));
