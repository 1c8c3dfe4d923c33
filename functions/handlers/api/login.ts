import { contract } from '../../../shared/contract/index.ts';
import { login } from '../../app/login.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.login, async ({ body, sourceIp }, context) => ({
  data: await login(context, {
    email: body.email,
    password: body.password,
    captcha: body['g-recaptcha-response'],
    sourceIp,
  }),
}));
