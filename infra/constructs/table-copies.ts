import { Duration, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { ReplicaRegion } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from './removal-policy.ts';

/** Copies in the stage's own region are kept only briefly, because each is a full backup. */
const LOCAL_RETENTION = Duration.days(2);
const COPY_RETENTION = Duration.days(14);

/** Regions to which secrets are replicated for use with a restored table. */
export const replicaRegionsOf = ({ account }: StageConfig): ReplicaRegion[] => {
  const region = account?.backup?.split(':')[3];
  return region === undefined || region === account?.env.region ? [] : [{ region }];
};

/**
 * Copies the table daily to a vault in another region and account, so that a copy survives the loss
 * of either: https://docs.aws.amazon.com/aws-backup/latest/devguide/advanced-ddb-backup.html
 * @param vaultArn a vault whose policy allows this account to copy into it
 */
export function addTableCopies(
  scope: Construct,
  id: string,
  { config, table, vaultArn }: { config: StageConfig; table: ITable; vaultArn: string },
): void {
  const group = new Construct(scope, id);
  const plan = new BackupPlan(group, 'plan', {
    backupVault: new BackupVault(group, 'vault', { removalPolicy: removalPolicyOf(config) }),
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        deleteAfter: LOCAL_RETENTION,
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(group, 'elsewhere', vaultArn),
            deleteAfter: COPY_RETENTION,
          },
        ],
      }),
    ],
  });
  const selection = plan.addSelection('table', {
    resources: [BackupResource.fromDynamoDbTable(table)],
  });
  Validations.of(selection).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    reason: 'The role of AWS Backup, for which AWS requires this managed policy',
  });
}
