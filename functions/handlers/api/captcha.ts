import { contract } from '../../../shared/contract/index.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.captcha, async (_, { captcha }) => ({
  data: await captcha.challenge(),
}));
