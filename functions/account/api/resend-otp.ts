import { accountRoutes } from '../../../shared/contract/account.ts';
import { resendOtp } from '../resend-otp.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, log, secrets } from '../../platform/context.ts';
import { registrations } from '../context.ts';
import { limits } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  accountRoutes.resendOtp,
  { clock, ids, limits, log, mailQueue, registrations, secrets },
  async ({ body, language, sourceIp }, deps) => ({
    data: await resendOtp(deps, { ...body, language, sourceIp }),
  }),
);
