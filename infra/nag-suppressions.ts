import { type App, CfnElement, Stack, Token, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import { bucketOf, FILE_AREAS } from './features/feature.ts';
import { CoreStack } from './stacks/core-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { EgressStack } from './stacks/egress-stack.ts';

/** cdk-nag AwsSolutions rules that do not apply, as `Rule` or `Rule[finding]`, with the reason. */
type Reasons = Readonly<Record<string, string>>;

const everywhere: Reasons = {
  'AwsSolutions-S1':
    'The API logs each presigned URL that it creates; an S3 access log would contain personal data',
};

const core: Reasons = {
  'AwsSolutions-APIG2': 'Each function validates its request against the contract',
  'AwsSolutions-APIG3':
    'The web ACL is on CloudFront, and the API accepts requests only from CloudFront',
  'AwsSolutions-APIG4': 'Each function authorizes its callers; emulators have no authorizers',
  'AwsSolutions-APIG6': 'Execution logs would contain bodies; the access log has all calls',
  'AwsSolutions-COG4': 'The application manages its own sessions; there is no user pool',
  'AwsSolutions-SMG4':
    'Each secret must also be changed at Stripe, the proxy or CloudFront, or existing data depends on it; docs/operators/recovery.md explains how to rotate them',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'The role of API Gateway, for which AWS requires this managed policy',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
    'The role of CodeDeploy, for which the CDK always uses this managed policy',
};

const edge: Reasons = {
  'AwsSolutions-CFR1': 'Customers may be anywhere',
  'AwsSolutions-CFR3':
    'The API logs its calls without IP addresses; the pages are the same for everyone',
};

const egress: Reasons = {
  'AwsSolutions-VPC7': 'A flow log would only show which mail servers were contacted, at some cost',
  'AwsSolutions-AS3': 'A replacement takes minutes; a longer outage raises an alarm',
};

/** Findings about the CDK's function that copies the web app, and about its role. */
const COPY_RULES =
  'L1 IAM5[Resource::*] IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole] ' +
  'IAM5[Action::s3:List*] IAM5[Action::s3:GetObject*] IAM5[Action::s3:GetBucket*] ' +
  'IAM5[Action::s3:DeleteObject*] IAM5[Action::s3:Abort*]';

/** Suppresses these rules in each stack. Any other finding makes the synthesis fail. */
export function suppressNagRules(app: App): void {
  for (const stack of app.node.children.filter((child) => child instanceof Stack)) {
    suppress(stack, everywhere);
    if (stack instanceof CoreStack) suppressCore(stack);
    if (stack instanceof EdgeStack) suppressEdge(stack);
    if (stack instanceof EgressStack) suppress(stack, egress);
  }
}

function suppressCore(stack: CoreStack): void {
  suppress(stack, core);
  const { buckets, workers } = stack.core;
  const { failedRuns } = workers;
  if (failedRuns) suppress(failedRuns, { 'AwsSolutions-SQS3': 'It is itself a dead-letter queue' });
  // A stage whose region is unknown at synthesis has no domain to send from.
  if (!Token.isUnresolved(stack.region))
    suppress(stack, {
      [`AwsSolutions-IAM5[Resource::arn:aws:ses:${stack.region}:${stack.account}:identity/*]`]:
        'In the sandbox, SES also checks the recipient; a condition restricts the sender',
    });
  for (const area of FILE_AREAS) {
    const bucket = logicalIdOf(buckets[bucketOf(area)]);
    suppress(stack, {
      [`AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${area}/*]`]:
        'Objects below one prefix, whose names are generated at run time',
    });
  }
}

function suppressEdge(stack: EdgeStack): void {
  suppress(stack, edge);
  const { account, region } = stack;
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucket'));
  if (!copier) throw new TypeError('The stack has no BucketDeployment for the web app');
  const from = `IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${account}-${region}/*]`;
  const to = `IAM5[Resource::<${logicalIdOf(stack.site)}.Arn>/*]`;
  for (const rule of [...COPY_RULES.split(' '), from, to])
    suppress(copier, {
      [`AwsSolutions-${rule}`]: 'The CDK creates the function that copies files',
    });
}

const suppress = (construct: IConstruct, reasons: Reasons): void => {
  for (const [id, reason] of Object.entries(reasons))
    Validations.of(construct).acknowledge({ id, reason });
};

function logicalIdOf({ node, stack }: Bucket): string {
  const resource = node.defaultChild;
  if (!CfnElement.isCfnElement(resource))
    throw new TypeError(`${node.path} is not a CloudFormation resource`);
  return String(stack.resolve(resource.logicalId));
}
