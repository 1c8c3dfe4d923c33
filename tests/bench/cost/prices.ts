/**
 * What AWS asks for, in dollars, without free tier: the public list of us-east-1. Paris (eu-west-3) is
 * up to a fifth dearer. Pages were read on `READ_ON`; where `read` is false the price is the one that
 * is generally known, and its page is where to check it.
 */
export const READ_ON = '2026-11-21';

interface Price {
  readonly usd: number;
  /** What it is the price of. */
  readonly of: string;
  readonly source: string;
  readonly read: boolean;
}

const MILLION = 1e6;

export const PRICES = {
  gbSecond: {
    usd: 0.0000133334,
    of: 'a GB-second of Lambda on arm64',
    source: 'https://cloudchipr.com/blog/aws-lambda-pricing',
    read: true,
  },
  invocation: {
    usd: 0.2 / MILLION,
    of: 'an invocation of Lambda',
    source:
      'https://git.mcrn.ar/mariano/lambda_local_runner/src/branch/main/docs/lambdas-md/lambda-13-cost.md',
    read: true,
  },
  readUnit: {
    usd: 0.125 / MILLION,
    of: 'a read unit of DynamoDB on demand',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
    read: true,
  },
  writeUnit: {
    usd: 0.625 / MILLION,
    of: 'a write unit of DynamoDB on demand',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
    read: true,
  },
  s3Write: {
    usd: 0.005 / 1000,
    of: 'a PUT, COPY, POST or LIST of S3',
    source: 'https://c3x.dev/blog/s3-request-fees-explained',
    read: true,
  },
  s3Read: {
    usd: 0.0004 / 1000,
    of: 'a GET or HEAD of S3',
    source: 'https://c3x.dev/blog/s3-request-fees-explained',
    read: true,
  },
  s3GbMonth: {
    usd: 0.023,
    of: 'a GB in S3 for a month',
    source: 'https://aws.amazon.com/s3/pricing/',
    read: false,
  },
  queueRequest: {
    usd: 0.5 / MILLION,
    of: 'a request of SQS, with the surcharge of fair queues',
    source: 'https://cloudburn.io/blog/amazon-sqs-pricing',
    read: true,
  },
  natGb: {
    usd: 0.045,
    of: 'a GB through the NAT gateway, either way',
    source: 'https://cloudburn.io/blog/aws-nat-gateway-pricing',
    read: true,
  },
  outGb: {
    usd: 0.09,
    of: 'a GB from AWS to the internet',
    source: 'https://www.egresscost.com/nat-gateway',
    read: true,
  },
  logGb: {
    usd: 0.5,
    of: 'a GB into CloudWatch Logs',
    source:
      'https://hivebook.wiki/wiki/cloudwatch-logs-cost-never-expire-retention-and-cardinality-blowups',
    read: true,
  },
  mail: {
    usd: 0.1 / 1000,
    of: 'a mail by SES',
    source: 'https://aws.amazon.com/ses/pricing/',
    read: false,
  },
  apiCall: {
    usd: 3.5 / MILLION,
    of: 'a call of API Gateway (REST)',
    source: 'https://amnic.com/blogs/aws-api-gateway-pricing',
    read: true,
  },
  edgeCall: {
    usd: 0.012 / 10_000,
    of: 'a call through CloudFront (HTTPS, Europe)',
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    read: false,
  },
  edgeGb: {
    usd: 0.085,
    of: 'a GB from CloudFront',
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    read: true,
  },
  firewallCall: {
    usd: 0.6 / MILLION,
    of: 'a call seen by WAF',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
    read: true,
  },
  natHour: {
    usd: 0.045,
    of: 'an hour of a NAT gateway',
    source: 'https://cloudburn.io/blog/aws-nat-gateway-pricing',
    read: true,
  },
  ipHour: {
    usd: 0.005,
    of: 'an hour of a public IPv4 address',
    source: 'https://cloudburn.io/blog/aws-nat-gateway-pricing',
    read: true,
  },
  webAcl: {
    usd: 5,
    of: 'a web ACL for a month',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
    read: true,
  },
  webAclRule: {
    usd: 1,
    of: 'a rule of a web ACL for a month',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
    read: true,
  },
  metric: {
    usd: 0.3,
    of: 'a custom metric for a month',
    source:
      'https://hivebook.wiki/wiki/cloudwatch-logs-cost-never-expire-retention-and-cardinality-blowups',
    read: true,
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;
