import type { CheckContext } from '../../infra/prerequisites/finding.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import type { DeployedStack } from '../../infra/stage/deployed-stacks.ts';
import { PRODUCTION_CONFIG } from '../infra/production.ts';

const ALL_OUTPUTS: Readonly<Record<string, DeployedStack['outputs']>> = {
  'Tamis-prod': {
    Dkim1: 'a._domainkey.tamis.test CNAME a.dkim.amazonses.com',
    MailFromMx: 'bounce.tamis.test MX 10 feedback-smtp.eu-west-3.amazonses.com',
    MailFromSpf: 'bounce.tamis.test TXT "v=spf1 include:amazonses.com ~all"',
    Stage: JSON.stringify(PRODUCTION_CONFIG),
    StripeSecretId: 'arn:stripe',
    TableName: 'restored',
    ServiceKeySecretId: 'arn:service-key',
  },
  'Tamis-prod-Observe': { AlarmTopic: 'arn:topic' },
  'Tamis-prod-Egress': { MailTopic: 'arn:mail' },
  'Tamis-prod-Edge': { AlarmTopic: 'arn:edge', DistributionDomain: 'd1.cloudfront.net' },
};

const template = () => Promise.resolve('{}');

/** Context of the stage prod with stacks in this status; without a status, nothing is deployed. */
export function createCheckContext(status?: string, values: object = {}): CheckContext {
  const stacks = status
    ? Object.entries(ALL_OUTPUTS).map(
        ([name, outputs]) => [name, { status, outputs, template }] as const,
      )
    : [];
  const file = {
    ...PRODUCTION_CONFIG,
    domain: 'tamis.test',
    egress: { kind: 'hosts', count: 1 },
    ...values,
  };
  return { config: createStageConfig('prod', file), stacks: new Map(stacks) };
}
