import { accountRoutes } from '../../../shared/contract/account.ts';
import { resendOtp } from '../resend-otp.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, secrets } from '../../platform/context.ts';
import { accounts, otps } from '../context.ts';
import { serveRoute } from '../serve-route.ts';

const needs = { accounts, clock, ids, mailQueue, otps, secrets };

export const handler = serveRoute(
  accountRoutes.resendOtp,
  needs,
  async ({ body, language }, parts) => ({
    data: await resendOtp(parts, { ...body, language }),
  }),
);
