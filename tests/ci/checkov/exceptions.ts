interface Exception {
  /** Id of the check: https://www.checkov.io/5.Policy%20Index/cloudformation.html */
  readonly check: string;
  /** Pattern of logical ids to which the exception applies. */
  readonly of?: RegExp;
  /** Prefix of stack names to which the exception applies. */
  readonly in?: string;
  readonly why: string;
}

/** Logical ids of functions that the CDK itself creates to fill and empty buckets. */
const CDK_RESOURCE = /^Custom/;

/** Accepted findings of checkov. The test rejects any other finding, and unused exceptions. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    check: 'CKV_AWS_111',
    of: /^checksNetworkRole/,
    why: 'Network interfaces of a function have no predictable ARN; its code is denied the actions',
  },
  { check: 'CKV_AWS_111', of: CDK_RESOURCE, why: 'The CDK creates the role that fills the bucket' },
  { check: 'CKV_AWS_115', of: CDK_RESOURCE, why: 'Runs only during a deployment' },
  {
    check: 'CKV_AWS_115',
    of: /^(api|workers)/,
    why: 'API functions share unreserved concurrency; a trial stage reserves none in a new account',
  },
  { check: 'CKV_AWS_116', of: CDK_RESOURCE, why: 'CloudFormation is notified of its failures' },
  {
    check: 'CKV_AWS_116',
    of: /^(api|workers)/,
    why: 'Callers get an error; each worker’s queue has a dead-letter queue',
  },
  { check: 'CKV_AWS_117', why: 'Only functions that connect to mail servers are in a VPC' },
  {
    check: 'CKV_AWS_119',
    why: 'AWS encrypts it; our own key would not restrict anyone further than roles do',
  },
  { check: 'CKV_AWS_120', why: 'Responses are specific to a customer, and must not be cached' },
  { check: 'CKV_AWS_149', why: 'AWS encrypts them; our own key would cost a dollar a month' },
  { check: 'CKV_AWS_158', why: 'AWS encrypts them; no address, token or secret is logged' },
  { check: 'CKV_AWS_166', why: 'Kept for two days; the permanent vault has its own key' },
  {
    check: 'CKV_AWS_173',
    why: 'AWS encrypts it; it contains names of secrets, never their values',
  },
  { check: 'CKV_AWS_18', why: 'An S3 access log would contain personal data' },
  { check: 'CKV_AWS_21', why: 'Data that a customer deletes must not remain as a version' },
  {
    check: 'CKV_AWS_26',
    why: 'With an AWS-managed key, CloudWatch and SES could not publish; disks are encrypted',
  },
  { check: 'CKV_AWS_27', why: 'SQS encrypts new queues by default' },
  { check: 'CKV_AWS_28', in: 'Tamis-local', why: 'An emulator on a laptop keeps no data' },
  { check: 'CKV_AWS_76', in: 'Tamis-local', why: 'An emulator on a laptop logs nothing' },
  { check: 'CKV_AWS_73', why: 'Every log line contains the id of its call' },
  {
    check: 'CKV_AWS_86',
    why: 'It would contain personal data; the firewall keeps samples for three hours',
  },
];
