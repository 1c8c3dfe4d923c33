import { accountRoutes } from '../../../shared/contract/account.ts';
import { resendOtp } from '../resend-otp.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids, limits, log, secrets } from '../../platform/context.ts';
import { registrations } from '../context.ts';
import { serveRoute } from '../../access/serve-route.ts';

const needs = { clock, ids, limits, log, mailQueue, registrations, secrets };

export const handler = serveRoute(
  accountRoutes.resendOtp,
  needs,
  async ({ body, language, sourceIp }, parts) => ({
    data: await resendOtp(parts, { ...body, language, sourceIp }),
  }),
);
