import { z } from 'zod';
import { callAws } from '../stage/call-aws.ts';
import { clientConfigFor } from '../stage/deployed-stacks.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  type CheckContext,
} from './finding.ts';

/**
 * EC2 quotas, with the amount that one egress host uses. See
 * https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html
 */
const HOST_QUOTAS = [
  { code: 'L-0263D0A3', what: 'Elastic IP addresses', each: 1 },
  { code: 'L-1216C47A', what: 'vCPUs of standard on-demand instances', each: 2 },
] as const;

const quotaResponse = z.object({ Quota: z.object({ Value: z.number() }) });

/** Checks that the quotas allow the stage's hosts, not counting other resources. */
export async function checkHostQuotas(context: CheckContext): Promise<Finding> {
  const count = context.config.account?.hosts.length ?? 0;
  const shortages: string[] = [];
  for (const { code, what, each } of HOST_QUOTAS) {
    const limit = await quotaOf(context, code);
    if (limit < each * count)
      shortages.push(
        `${what}: the quota is ${limit}, ${each * count} are needed: aws service-quotas request-service-quota-increase ` +
          `--service-code ec2 --quota-code ${code} --desired-value ${each * count}`,
      );
  }
  return shortages.length === 0
    ? createDoneFinding(
        `The account may have ${count} hosts, unless other resources use up the quotas.`,
      )
    : createMissingFinding(`The account may not have ${count} hosts.`, shortages.join('\n'));
}

/** https://docs.aws.amazon.com/servicequotas/2019-06-24/apireference/API_GetServiceQuota.html */
async function quotaOf({ config }: CheckContext, QuotaCode: string): Promise<number> {
  const target = 'ServiceQuotasV20190624.GetServiceQuota';
  const body = { ServiceCode: 'ec2', QuotaCode };
  const response = await callAws('servicequotas', target, clientConfigFor(config), body);
  return quotaResponse.parse(response).Quota.Value;
}
