/** Operations that require the action with their own name, by service. */
const SAME_NAME: Readonly<Record<string, string>> = {
  backup: 'DeleteRecoveryPoint DescribeBackupJob DescribeCopyJob ListRecoveryPointsByBackupVault',
  cloudformation: 'DescribeStackResource DescribeStacks GetTemplate ListStackResources',
  dynamodb:
    'BatchGetItem BatchWriteItem DeleteItem DeleteTable DescribeContinuousBackups DescribeTable ' +
    'GetItem PutItem Query Scan UpdateContinuousBackups UpdateItem UpdateTable UpdateTimeToLive',
  events: 'DescribeRule DisableRule EnableRule',
  lambda:
    'GetAccountSettings GetAlias GetEventSourceMapping GetFunctionConfiguration UpdateAlias ' +
    'UpdateEventSourceMapping',
  secretsmanager: 'GetSecretValue ListSecretVersionIds PutSecretValue',
  sqs: 'SendMessage',
  ssm: 'DeleteParameter GetParameter PutParameter',
};

const actions = (service: string, names: string): string[] =>
  names.split(' ').map((name) => `${service}:${name}`);

/**
 * IAM actions that the operator's credentials need, by call. Compiled from the documentation of each
 * service (https://docs.aws.amazon.com/service-authorization/latest/reference/), and unproven in an
 * account.
 */
export const ACTIONS_BY_CALL: ReadonlyMap<string, readonly string[]> = new Map<string, string[]>([
  ...Object.entries(SAME_NAME).flatMap(([service, names]) =>
    actions(service, names).map((name): [string, string[]] => [name, [name]]),
  ),
  // https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  ['sts:GetCallerIdentity', []],
  ['backup:StartBackupJob', ['backup:StartBackupJob', 'iam:PassRole']],
  ['backup:StartCopyJob', ['backup:StartCopyJob', 'iam:PassRole']],
  ['lambda:Invoke', ['lambda:InvokeFunction']],
  ['sqs:SendMessageBatch', ['sqs:SendMessage']],
  ['dynamodb:TransactGetItems', ['dynamodb:GetItem']],
  [
    'dynamodb:TransactWriteItems',
    actions('dynamodb', 'ConditionCheckItem DeleteItem PutItem UpdateItem'),
  ],
  ['dynamodb:Wait', ['dynamodb:DescribeTable']],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_IAM.html
  [
    'dynamodb:RestoreTableToPointInTime',
    actions(
      'dynamodb',
      'RestoreTableToPointInTime BatchWriteItem DeleteItem GetItem PutItem Query Scan UpdateItem',
    ),
  ],
]);

/** Returns the recorded name of a call that the AWS CLI makes. */
export const callOfCommand = ([service = '', operation = '']: readonly string[]): string =>
  `${service}:${operation.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Describes recorded calls with their actions, in the order of the first call of each kind. */
export function describeCalls(calls: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1);
  return [...counts].map(([call, count]) => {
    const needed = ACTIONS_BY_CALL.get(call)?.join(', ') ?? 'UNKNOWN: extend aws-calls.ts';
    return `${call} (${count} calls): ${needed || 'no action'}`;
  });
}
