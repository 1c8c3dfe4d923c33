import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { clientConfigFor } from '../stage/deployed-stacks.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  outputsOf,
  type CheckContext,
} from './finding.ts';

/** Neither a restore nor a template sets these settings of a restored table. */
export async function checkTableSettings(context: CheckContext): Promise<Finding> {
  const TableName = outputsOf(context)['TableName'];
  if (TableName === undefined)
    return createMissingFinding('There is no table yet.', 'It comes with the first deployment.');
  const client = new DynamoDBClient(clientConfigFor(context.config));
  const [{ Table }, { ContinuousBackupsDescription }, { TimeToLiveDescription }] =
    await Promise.all([
      client.send(new DescribeTableCommand({ TableName })),
      client.send(new DescribeContinuousBackupsCommand({ TableName })),
      client.send(new DescribeTimeToLiveCommand({ TableName })),
    ]);
  const { PointInTimeRecoveryStatus } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  const settings = {
    'deletion protection': Table?.DeletionProtectionEnabled === true,
    'point-in-time recovery': PointInTimeRecoveryStatus === 'ENABLED',
    'time to live': TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED',
  };
  const absent = Object.entries(settings).flatMap(([name, isOn]) => (isOn ? [] : [name]));
  return absent.length === 0
    ? createDoneFinding(`The table ${TableName} is protected from deletion and can be restored.`)
    : createMissingFinding(
        `The table ${TableName} lacks ${absent.join(', ')}.`,
        'docs/operators/recovery.md, "Restore drill", step 2; for a new stage, deploy again.',
      );
}
