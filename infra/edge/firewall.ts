import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type ErrorCode, errorCatalog } from '../../shared/contract/errors.ts';
import { getText } from '../../shared/texts/text.ts';
import type { StageConfig } from '../stage/config.ts';
import { PAUSE_BODIES, PAUSE_RULES } from './pause-rules.ts';

/**
 * Calls per IP address in five minutes. The owner and fifty members of an account in one office,
 * with five open tabs each, make 17,000, or 36,000 while lists run in all of these tabs.
 */
const REQUEST_LIMIT = 40_000;
/**
 * Calls per IP address in five minutes without a session or key. Only pages for visitors make such
 * calls, once each. A forged header gets the limit for all calls.
 */
const ANONYMOUS_LIMIT = 3000;
/** Calls per IP address in five minutes to log in, prove a factor, sign up or reset a password. */
const LOGIN_ATTEMPT_LIMIT = 100;
const WINDOW_SECONDS = 300;
/** Priority of the first rule. The rules of a pause have the lower priorities. */
const FIRST = PAUSE_RULES.length;

const CREDENTIAL_PATHS =
  '^/api/(login(/second-factor|/passkey|/sso/complete|/sso/link)?|reauthenticate|register|verify-email|resend-otp|forget-password|reset-password)/?$';

/** An `Authorization` header, in lowercase, with a session token or an API key. */
const TOKEN_HEADER = String.raw`^bearer +([\w-]{43}|tms_(live|test)_\w+) *$`;
/** Routes that anyone may call often, because they have their own limits. */
const OPEN_PATHS = '^/api/(stripe/webhook|form/check)/?$';

type Statement = CfnWebACL.StatementProperty;

const uriPathField = { uriPath: {} };
/**
 * API Gateway treats several spellings of a path as one route:
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-transformation.html
 */
const pathTransformations = ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({
  priority,
  type,
}));

const matchPath = (regexString: string): Statement => ({
  regexMatchStatement: {
    regexString,
    fieldToMatch: uriPathField,
    textTransformations: pathTransformations,
  },
});
/** A request without the header does not match. */
const matchHeader = (name: string, regexString: string): Statement => ({
  regexMatchStatement: {
    regexString,
    fieldToMatch: { singleHeader: { Name: name } },
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
});
const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/** Calls of the API with neither a session token nor an API key. */
const ANONYMOUS: Statement = {
  andStatement: {
    statements: [
      matchPath('^/api/'),
      not(matchPath(OPEN_PATHS)),
      not(matchHeader('authorization', TOKEN_HEADER)),
      not(matchHeader('x-api-key', '^tms_')),
    ],
  },
};

/**
 * Rules of the AWS managed rule groups. Rules in `block` reject a request in the API's error
 * format; rules in `count` let it pass. API clients may omit the user agent. Bodies may contain
 * anything: functions validate them, no page renders them as HTML, and an email address or a
 * password may look like a script or a URL. Names:
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html and
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-ip-rep.html.
 * WAF ignores unknown names. A rule that AWS adds later blocks without our response body:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_RuleActionOverride.html
 */
const RULE_SETS: Readonly<Record<string, { readonly block: string; readonly count?: string }>> = {
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

/** Blocks addresses with a bad reputation, known attack patterns, and floods from one address. */
export function createFirewall(scope: Construct, id: string, config: StageConfig) {
  /** Unique per stack, because web ACLs with the same metric name would share metrics. */
  const metricName = Stack.of(scope).stackName;
  const acl = new CfnWebACL(new Construct(scope, id), 'acl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: {
      ...Object.fromEntries(REFUSAL_ERRORS.map((code) => [code, bodyOf(code)])),
      ...PAUSE_BODIES,
    },
    visibilityConfig: visibility(metricName),
    rules: [
      rateRule(FIRST, 'calls', REQUEST_LIMIT),
      rateRule(FIRST + 1, 'tries', LOGIN_ATTEMPT_LIMIT, matchPath(CREDENTIAL_PATHS)),
      rateRule(FIRST + 2, 'anonymous', ANONYMOUS_LIMIT, ANONYMOUS),
      ...Object.keys(RULE_SETS).map((name, index) => managedRule(FIRST + 3 + index, name)),
    ],
  });
  addBlockLog(acl, config);
  return { arn: acl.attrArn, metricName };
}

/** Headers with secrets, which the log must not contain. */
const SECRET_HEADERS = ['authorization', 'cookie', 'x-api-key', 'x-csrf-token'];

/**
 * Logs blocked requests for a week, without secrets and without queries, which may contain email
 * addresses. WAF requires the prefix of the name, and an ARN without `:*` at its end:
 * https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html
 */
function addBlockLog(acl: CfnWebACL, { stage }: StageConfig): void {
  const logGroup = new LogGroup(acl, 'log', {
    logGroupName: `aws-waf-logs-tamis-${stage}`,
    retention: RetentionDays.ONE_WEEK,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const block = { ActionCondition: { Action: 'BLOCK' } };
  new CfnLoggingConfiguration(acl, 'logging', {
    resourceArn: acl.attrArn,
    logDestinationConfigs: [
      Stack.of(acl).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logGroup.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    // The CDK passes this value through unchanged, so its keys are CloudFormation's.
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [block] }],
    },
    redactedFields: [
      { queryString: {} },
      ...SECRET_HEADERS.map((Name) => ({ singleHeader: { Name } })),
    ],
  });
}

type Rule = CfnWebACL.RuleProperty;

const REFUSAL_ERRORS = ['forbidden', 'too_many_requests'] as const;
type Refusal = (typeof REFUSAL_ERRORS)[number] & ErrorCode;

/** Error responses are in English, because WAF does not know the caller's language. */
const bodyOf = (code: Refusal): CfnWebACL.CustomResponseBodyProperty => ({
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({ message: [getText('en', errorCatalog[code].text)], code }),
});

const blockAction = (
  code: Refusal,
  ...more: CfnWebACL.CustomHTTPHeaderProperty[]
): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: errorCatalog[code].status,
      customResponseBodyKey: code,
      responseHeaders: [{ name: 'Cache-Control', value: 'no-store' }, ...more],
    },
  },
});

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples of blocked requests are free and kept for three hours.
  sampledRequestsEnabled: true,
});

const rateRule = (
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement?: Statement,
): Rule => ({
  priority,
  name,
  action: blockAction('too_many_requests', { name: 'Retry-After', value: String(WINDOW_SECONDS) }),
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

const managedRule = (priority: number, name: string): Rule => ({
  priority,
  name,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: [
        ...actionOverrides(RULE_SETS[name]?.block, blockAction('forbidden')),
        ...actionOverrides(RULE_SETS[name]?.count, { count: {} }),
      ],
    },
  },
});

const actionOverrides = (
  names = '',
  actionToUse: CfnWebACL.RuleActionProperty,
): CfnWebACL.RuleActionOverrideProperty[] =>
  names.split(/\s+/).flatMap((name) => (name ? [{ name, actionToUse }] : []));
