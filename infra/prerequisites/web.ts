import { CloudFormationClient, paginateDescribeStackEvents } from '@aws-sdk/client-cloudformation';
import { EDGE_REGION } from '../stage/config.ts';
import { wasEverCreated } from '../stage/deployed-stacks.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  outputsOf,
  type CheckContext,
} from './finding.ts';

/**
 * Checks that the domain's certificate is issued. The creation of the stack waits for the
 * validation record, which an event of the stack contains.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-certificatemanager-certificate.html
 */
export async function checkCertificate({ config, stacks }: CheckContext): Promise<Finding> {
  const StackName = `Tamis-${config.stage}-Edge`;
  const stack = stacks.get(StackName);
  if (stack && wasEverCreated(stack))
    return createDoneFinding(`${config.account?.domain} has its certificate.`);
  const what = `${config.account?.domain} has no certificate yet.`;
  if (stack === undefined)
    return createMissingFinding(
      what,
      'The deployment shows the validation record while it waits for it.',
    );
  const client = new CloudFormationClient({ region: EDGE_REGION });
  for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName }))
    for (const { ResourceStatusReason = '' } of StackEvents) {
      const record = /Content of DNS Record is: \{(.*)\}/.exec(ResourceStatusReason)?.[1];
      if (record !== undefined) return createMissingFinding(what, `Add ${record}`);
    }
  return createMissingFinding(what, `Look at the events of ${StackName}.`);
}

/**
 * Reminds to have a new account verified for CloudFront. No call shows whether it is: only creating
 * a distribution fails, with "Your account must be verified before you can add new CloudFront
 * resources": https://github.com/aws-samples/aws-cdk-examples/issues/279
 */
export function checkCloudFront({ config, stacks }: CheckContext): Finding {
  const stack = stacks.get(`Tamis-${config.stage}-Edge`);
  return stack && wasEverCreated(stack)
    ? createDoneFinding('The account may create CloudFront distributions.')
    : {
        state: 'unseen',
        what: 'Whether AWS has verified the account for CloudFront, which it requires of new accounts.',
        next: 'Before the first deployment, ask AWS Support (Account and billing); this takes days.',
      };
}

/** Checks that the domain points to CloudFront, and that CloudFront reaches the API. */
export async function checkWebDomain(context: CheckContext): Promise<Finding> {
  const { PUBLIC_ORIGIN } = context.config.settings;
  const target = outputsOf(context, '-Edge')['DistributionDomain'];
  const url = `${PUBLIC_ORIGIN}/api/health`;
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return response?.ok
    ? createDoneFinding(`${url} responds.`)
    : createMissingFinding(
        `${url} ${response ? `responds with ${response.status}` : 'does not respond'}.`,
        target
          ? `Make the domain an alias of ${target}, or a CNAME to it.`
          : 'The target is in the outputs of the first deployment.',
      );
}
