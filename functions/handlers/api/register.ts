import { contract } from '../../../shared/contract/index.ts';
import { register } from '../../app/register.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.register, async ({ body }, context) => ({
  data: await register(context, body),
}));
