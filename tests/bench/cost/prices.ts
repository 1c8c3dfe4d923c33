export const PRICES_READ_ON = '2026-11-21';

const pageOf = (service: string): string => `https://aws.amazon.com/${service}/pricing/`;
const LAMBDA = pageOf('lambda');
const DYNAMODB = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const S3 = pageOf('s3');
const CLOUDWATCH = pageOf('cloudwatch');
const WAF = pageOf('waf');
const MILLION = 1e6;

/**
 * AWS prices in dollars without the free tier, from the public price list of us-east-1 and the AWS
 * page of each service. Paris (eu-west-3) is up to 20 % more expensive.
 */
export const PRICES = {
  /** Lambda memory times duration, on arm64. */
  gbSecond: { usd: 0.0000133334, source: LAMBDA },
  invocation: { usd: 0.2 / MILLION, source: LAMBDA },
  apiCall: { usd: 3.5 / MILLION, source: pageOf('api-gateway') },
  /** An HTTPS request to CloudFront. */
  edgeCall: { usd: 1 / MILLION, source: pageOf('cloudfront') },
  /** A run of a CloudFront function. */
  edgeFunction: { usd: 0.1 / MILLION, source: pageOf('cloudfront') },
  firewallCall: { usd: 0.6 / MILLION, source: WAF },
  readUnit: { usd: 0.125 / MILLION, source: DYNAMODB },
  writeUnit: { usd: 0.625 / MILLION, source: DYNAMODB },
  /** An S3 PUT, COPY, POST or LIST request. */
  s3Write: { usd: 0.005 / 1000, source: S3 },
  /** An S3 GET or HEAD request. */
  s3Read: { usd: 0.0004 / 1000, source: S3 },
  s3GbMonth: { usd: 0.023, source: S3 },
  /** An SQS request, including the surcharge for fair queues. */
  queueRequest: { usd: 0.5 / MILLION, source: pageOf('sqs') },
  /** A public IPv4 address for an hour. */
  ipHour: { usd: 0.005, source: pageOf('vpc') },
  /** A gigabyte from AWS to the internet. */
  outGb: { usd: 0.09, source: 'https://aws.amazon.com/ec2/pricing/on-demand/' },
  logGb: { usd: 0.5, source: CLOUDWATCH },
  /** A custom metric for a month. */
  metric: { usd: 0.3, source: CLOUDWATCH },
  metricCall: { usd: 0.01 / 1000, source: CLOUDWATCH },
  /** A standard-resolution metric in an alarm, for a month. */
  alarm: { usd: 0.1, source: CLOUDWATCH },
  dashboard: { usd: 3, source: CLOUDWATCH },
  secret: { usd: 0.4, source: pageOf('secrets-manager') },
  key: { usd: 1, source: pageOf('kms') },
  /** A t4g.nano instance for an hour. */
  hostHour: { usd: 0.0042, source: 'https://aws.amazon.com/ec2/pricing/on-demand/' },
  /** A gigabyte of a gp3 volume for a month. */
  diskGb: { usd: 0.08, source: pageOf('ebs') },
  /** An interface endpoint in one zone for an hour. */
  endpointHour: { usd: 0.01, source: pageOf('privatelink') },
  mail: { usd: 0.1 / 1000, source: pageOf('ses') },
  /** A web ACL for a month. */
  webAcl: { usd: 5, source: WAF },
  /** A rule of a web ACL for a month. */
  webAclRule: { usd: 1, source: WAF },
} as const;

/** Quantity used of each priced item. */
export type BilledUsage = { -readonly [Price in keyof typeof PRICES]?: number };
