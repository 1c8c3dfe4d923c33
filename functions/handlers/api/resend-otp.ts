import { contract } from '../../../shared/contract/index.ts';
import { resendOtp } from '../../app/resend-otp.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.resendOtp, async ({ body, language }, context) => ({
  data: await resendOtp(context, { ...body, language }),
}));
