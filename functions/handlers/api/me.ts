import { contract } from '../../../shared/contract/index.ts';
import { describeMe } from '../../app/describe-me.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.me, async ({ caller }, context) => ({
  data: await describeMe(context, caller),
}));
