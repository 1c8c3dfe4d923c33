import { Duration, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { ReplicaRegion } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from './removal-policy.ts';

/** A backup of DynamoDB is whole each time, so the one here goes as soon as it is copied. */
const KEPT_HERE = Duration.days(2);
const KEPT_THERE = Duration.days(14);

/** Where the vault is, if elsewhere: what opens the table's copies is of use there alone. */
export const copyRegions = ({ account }: StageConfig): ReplicaRegion[] => {
  const region = account?.backup?.split(':')[3];
  return region === undefined || region === account?.env.region ? [] : [{ region }];
};

/**
 * A copy of the table a day in a vault elsewhere, which neither a lost region nor a lost account
 * takes along: https://docs.aws.amazon.com/aws-backup/latest/devguide/advanced-ddb-backup.html
 * `vaultArn` is of that vault, whose policy lets this account copy into it.
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
        deleteAfter: KEPT_HERE,
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(group, 'elsewhere', vaultArn),
            deleteAfter: KEPT_THERE,
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
    reason: 'The role of AWS Backup itself, for which AWS asks for this policy',
  });
}
