import { contract } from '../../../shared/contract/index.ts';
import { verifyOtp } from '../../app/verify-otp.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.verifyOtp, async ({ body, sourceIp }, context) => ({
  data: await verifyOtp(context, { ...body, sourceIp }),
}));
