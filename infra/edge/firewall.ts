import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** Calls of one address in five minutes: an office of ten with five open tabs each makes 3,400. */
const CALLS = 6000;
/** Calls of one address in five minutes that try a password or a code, or send a mail. */
const TRIES = 100;
const WINDOW_SECONDS = 300;

/** Bodies that are files or signed by Stripe: no rule about the text of forms fits them. */
const FREE_BODIES = ['/api/upload', '/api/stripe/webhook'];
const TRIED = '^/api/(login|register|verify-email|resend-otp|forget-password|reset-password)$';

type Statement = CfnWebACL.StatementProperty;

const path = { uriPath: {} };
const plain = [{ priority: 0, type: 'NONE' }];

const isPath = (value: string): Statement => ({
  byteMatchStatement: {
    searchString: value,
    fieldToMatch: path,
    positionalConstraint: 'EXACTLY',
    textTransformations: plain,
  },
});

/** The firewall of the distribution: bad sources, bad patterns, floods from one address. */
export class Firewall extends Construct {
  readonly arn: string;
  /** Of its metrics, the stack's own: those of two stages in one account would be one. */
  readonly metricName = Stack.of(this).stackName;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.arn = new CfnWebACL(this, 'acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(this.metricName),
      rules: [
        rate(0, 'calls', CALLS),
        rate(1, 'tries', TRIES, {
          regexMatchStatement: {
            regexString: TRIED,
            fieldToMatch: path,
            textTransformations: plain,
          },
        }),
        managed(2, 'AWSManagedRulesAmazonIpReputationList'),
        managed(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
        managed(4, 'AWSManagedRulesCommonRuleSet', {
          // Forms of ours may be longer than its 8 KB; the API has bounds of its own.
          ruleActionOverrides: [{ name: 'SizeRestrictions_BODY', actionToUse: { count: {} } }],
          scopeDownStatement: {
            notStatement: { statement: { orStatement: { statements: FREE_BODIES.map(isPath) } } },
          },
        }),
      ],
    }).attrArn;
  }
}

type Rule = CfnWebACL.RuleProperty;

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const rate = (
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement?: Statement,
): Rule => ({
  priority,
  name,
  action: { block: { customResponse: { responseCode: 429 } } },
  visibilityConfig: visibility(name),
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
});

const managed = (
  priority: number,
  name: string,
  options: Partial<CfnWebACL.ManagedRuleGroupStatementProperty> = {},
): Rule => ({
  priority,
  name,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name, ...options } },
});
