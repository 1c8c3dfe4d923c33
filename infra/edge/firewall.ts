import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type ErrorCode, errorCatalogue } from '../../shared/contract/errors.ts';
import { text } from '../../shared/texts/text.ts';

/** Calls of one address in five minutes: an office of ten with five open tabs each makes 3,400. */
const CALLS = 6000;
/** Calls of one address in five minutes that try a password or a code, or send a mail. */
const TRIES = 100;
const WINDOW_SECONDS = 300;

const TRIED = '^/api/(login|register|verify-email|resend-otp|forget-password|reset-password)/?$';

type Statement = CfnWebACL.StatementProperty;

const path = { uriPath: {} };
/**
 * A path may be written in several ways that API Gateway takes for one route:
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-transformation.html
 */
const asRead = ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({ priority, type }));

/**
 * What the rules of AWS do here: a block answers as the API does, and what is counted passes.
 * Clients of an API need not say who they are; and a body is no form of a page but JSON, a file or
 * an event of Stripe, which a function checks against the contract and no page shows as HTML. An
 * address to be checked, or a password, may well look like a script or a URL.
 * Names: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 * and …/aws-managed-rule-groups-ip-rep.html. WAF ignores a name that it does not know, and a rule
 * that AWS adds blocks without our words:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_RuleActionOverride.html
 */
const MANAGED: Readonly<Record<string, { readonly block: string; readonly count?: string }>> = {
  AWSManagedRulesAmazonIpReputationList: {
    block: 'AWSManagedIPReputationList AWSManagedReconnaissanceList',
  },
  AWSManagedRulesKnownBadInputsRuleSet: {
    block: `JavaDeserializationRCE_HEADER JavaDeserializationRCE_BODY JavaDeserializationRCE_URIPATH
      JavaDeserializationRCE_QUERYSTRING Host_localhost_HEADER PROPFIND_METHOD
      ExploitablePaths_URIPATH Log4JRCE_HEADER Log4JRCE_QUERYSTRING Log4JRCE_BODY Log4JRCE_URIPATH
      ReactJSRCE_BODY`,
  },
  AWSManagedRulesCommonRuleSet: {
    block: `UserAgent_BadBots_HEADER SizeRestrictions_QUERYSTRING SizeRestrictions_Cookie_HEADER
      SizeRestrictions_URIPATH EC2MetaDataSSRF_COOKIE EC2MetaDataSSRF_URIPATH
      EC2MetaDataSSRF_QUERYARGUMENTS GenericLFI_QUERYARGUMENTS GenericLFI_URIPATH
      RestrictedExtensions_URIPATH RestrictedExtensions_QUERYARGUMENTS GenericRFI_QUERYARGUMENTS
      GenericRFI_URIPATH CrossSiteScripting_COOKIE CrossSiteScripting_QUERYARGUMENTS
      CrossSiteScripting_URIPATH`,
    count: `NoUserAgent_HEADER SizeRestrictions_BODY EC2MetaDataSSRF_BODY GenericLFI_BODY
      GenericRFI_BODY CrossSiteScripting_BODY`,
  },
};

/** The firewall of the distribution: bad sources, bad patterns, floods from one address. */
export function createFirewall(scope: Construct, id: string) {
  /** The stack's own: the metrics of two stages in one account would be one. */
  const metricName = Stack.of(scope).stackName;
  const acl = new CfnWebACL(new Construct(scope, id), 'acl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: Object.fromEntries(REFUSALS.map((code) => [code, bodyOf(code)])),
    visibilityConfig: visibility(metricName),
    rules: [
      rate(0, 'calls', CALLS),
      rate(1, 'tries', TRIES, {
        regexMatchStatement: {
          regexString: TRIED,
          fieldToMatch: path,
          textTransformations: asRead,
        },
      }),
      ...Object.keys(MANAGED).map((name, index) => managed(2 + index, name)),
    ],
  });
  return { arn: acl.attrArn, metricName };
}

type Rule = CfnWebACL.RuleProperty;

const REFUSALS = ['forbidden', 'too_many_requests'] as const;
type Refusal = (typeof REFUSALS)[number] & ErrorCode;

/** The firewall knows no language: English, as the gateway's own errors. */
const bodyOf = (code: Refusal): CfnWebACL.CustomResponseBodyProperty => ({
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({ message: [text('en', errorCatalogue[code].text)], code }),
});

const refusal = (
  code: Refusal,
  ...more: CfnWebACL.CustomHTTPHeaderProperty[]
): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: errorCatalogue[code].status,
      customResponseBodyKey: code,
      responseHeaders: [{ name: 'Cache-Control', value: 'no-store' }, ...more],
    },
  },
});

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Free, and kept for three hours: which requests a rule has blocked.
  sampledRequestsEnabled: true,
});

const rate = (
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement?: Statement,
): Rule => ({
  priority,
  name,
  action: refusal('too_many_requests', { name: 'Retry-After', value: String(WINDOW_SECONDS) }),
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

const managed = (priority: number, name: string): Rule => ({
  priority,
  name,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: [
        ...overrides(MANAGED[name]?.block, refusal('forbidden')),
        ...overrides(MANAGED[name]?.count, { count: {} }),
      ],
    },
  },
});

const overrides = (
  names = '',
  actionToUse: CfnWebACL.RuleActionProperty,
): CfnWebACL.RuleActionOverrideProperty[] =>
  names.split(/\s+/).flatMap((name) => (name ? [{ name, actionToUse }] : []));
