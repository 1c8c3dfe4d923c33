interface Exception {
  /** Id of the check: https://www.checkov.io/5.Policy%20Index/cloudformation.html */
  readonly check: string;
  /** Pattern of logical ids to which the exception applies. */
  readonly of?: RegExp;
  /** Prefix of stack names to which the exception applies. */
  readonly in?: string;
  readonly why: string;
}

/** The CDK's own functions, which fill and empty buckets. */
const CDK_RESOURCE = /^Custom/;

/** Accepted findings of checkov. The test rejects any other finding, and unused exceptions. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    check: 'CKV_AWS_111',
    of: /^(workersverify|workerscheckEgress|apicheckEmail|apicheckForm)Role/,
    why: 'AWS names no resource for the interfaces of a function in a network; their code is denied them',
  },
  { check: 'CKV_AWS_111', of: CDK_RESOURCE, why: 'The CDK makes the role that fills the bucket' },
  { check: 'CKV_AWS_115', of: CDK_RESOURCE, why: 'Runs in a deployment alone' },
  {
    check: 'CKV_AWS_115',
    of: /^(api|workers)/,
    why: 'Calls share what workers leave; a stage for trials reserves nothing in a new account of ten',
  },
  { check: 'CKV_AWS_116', of: CDK_RESOURCE, why: 'CloudFormation hears of its failures' },
  {
    check: 'CKV_AWS_116',
    of: /^(api|workers)/,
    why: 'Callers hear of failures; the queue of each worker has its own for dead letters',
  },
  { check: 'CKV_AWS_117', why: 'In a network are those alone that ask mail servers' },
  { check: 'CKV_AWS_119', why: 'AWS encrypts it; a key of our own bars nobody whom roles let in' },
  { check: 'CKV_AWS_120', why: 'Responses are of one customer, and never to be kept' },
  { check: 'CKV_AWS_149', why: 'AWS encrypts them; a key of our own costs a dollar a month' },
  { check: 'CKV_AWS_158', why: 'AWS encrypts them; no address, token or secret is logged' },
  { check: 'CKV_AWS_166', why: 'Kept for two days; the vault that lasts has a key of its own' },
  { check: 'CKV_AWS_173', why: 'AWS encrypts it; secrets are named there, and never stand there' },
  { check: 'CKV_AWS_18', why: 'A second log of files would name customers' },
  { check: 'CKV_AWS_21', why: 'What a customer deletes has to be gone' },
  {
    check: 'CKV_AWS_26',
    why: 'By a key of AWS, CloudWatch and SES could not publish; disks are encrypted',
  },
  { check: 'CKV_AWS_27', why: 'SQS encrypts each new queue where a template says nothing' },
  { check: 'CKV_AWS_28', in: 'Tamis-local', why: 'An emulator on a laptop keeps nothing' },
  { check: 'CKV_AWS_76', in: 'Tamis-local', why: 'An emulator on a laptop logs nothing' },
  { check: 'CKV_AWS_73', why: 'Every line of the log has the id of its call' },
  {
    check: 'CKV_AWS_86',
    why: 'It would name visitors; the firewall keeps samples for three hours',
  },
];
