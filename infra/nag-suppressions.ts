import { type App, CfnElement, Stack, Token, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import { FILE_AREAS } from './features/feature.ts';
import { CoreStack } from './stacks/core-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { EgressStack } from './stacks/egress-stack.ts';

/** cdk-nag AwsSolutions rules that do not apply, as `Rule` or `Rule[finding]`, with the reason. */
type Reasons = Readonly<Record<string, string>>;

const everywhere: Reasons = {
  'AwsSolutions-S1':
    'Files are reached by links that the API hands out and logs; a second log would name customers',
};

const core: Reasons = {
  'AwsSolutions-APIG2': 'Each function checks its call against the contract',
  'AwsSolutions-APIG3': 'The firewall stands before CloudFront, and the API lets in nobody else',
  'AwsSolutions-APIG4': 'Each function decides who may call; emulators have no authorizers',
  'AwsSolutions-APIG6': 'The log of a method would hold bodies; calls are in the access log',
  'AwsSolutions-COG4': 'Sessions are our own; there is no user pool',
  'AwsSolutions-SMG4':
    'Stripe, the proxy or CloudFront has to know each of them too, or reads the one before; docs/recovery.md tells how to replace them',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'The role of the gateway itself, for which AWS asks for this policy',
};

const edge: Reasons = {
  'AwsSolutions-CFR1': 'Customers may be anywhere',
  'AwsSolutions-CFR3': 'The API logs its calls without addresses; pages are the same for all',
};

const egress: Reasons = {
  'AwsSolutions-VPC7': 'A flow log would tell which mail servers were asked, at some cost',
  'AwsSolutions-AS3': 'A host that is replaced is away for minutes; what lasts has an alarm',
};

/**
 * Findings about the CDK's own function that copies the web app into its bucket, and about its
 * role.
 */
const COPY_RULES =
  'L1 IAM5[Resource::*] IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole] ' +
  'IAM5[Action::s3:List*] IAM5[Action::s3:GetObject*] IAM5[Action::s3:GetBucket*] ' +
  'IAM5[Action::s3:DeleteObject*] IAM5[Action::s3:Abort*]';

/** Suppresses these rules in each stack. Any other finding fails the synthesis. */
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
  if (failedRuns) suppress(failedRuns, { 'AwsSolutions-SQS3': 'It is itself for what failed' });
  // A stage whose region is unknown at synthesis has no domain to send from.
  if (!Token.isUnresolved(stack.region))
    suppress(stack, {
      [`AwsSolutions-IAM5[Resource::arn:aws:ses:${stack.region}:${stack.account}:identity/*]`]:
        'In its sandbox SES asks for the recipient too; the sender bounds it',
    });
  for (const area of FILE_AREAS) {
    const bucket = logicalIdOf(area === 'uploads' ? buckets.uploads : buckets.files);
    suppress(stack, {
      [`AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${area}/*]`]:
        'The objects of one area, whose names are made when they are written',
    });
  }
}

function suppressEdge(stack: EdgeStack): void {
  suppress(stack, edge);
  const { account, region } = stack;
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucket'));
  if (!copier) throw new TypeError('Nothing puts the web app into its bucket');
  const from = `IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${account}-${region}/*]`;
  const to = `IAM5[Resource::<${logicalIdOf(stack.site)}.Arn>/*]`;
  for (const rule of [...COPY_RULES.split(' '), from, to])
    suppress(copier, { [`AwsSolutions-${rule}`]: 'The CDK makes the function that copies files' });
}

const suppress = (construct: IConstruct, reasons: Reasons): void => {
  for (const [id, reason] of Object.entries(reasons))
    Validations.of(construct).acknowledge({ id, reason });
};

function logicalIdOf({ node, stack }: Bucket): string {
  const resource = node.defaultChild;
  if (!CfnElement.isCfnElement(resource)) throw new TypeError(`${node.path} is no resource`);
  return String(stack.resolve(resource.logicalId));
}
