import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from './removal-policy.ts';

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/** `Table` instead of `TableV2`, whose resource type the free emulators do not support. */
export function createTable(scope: Construct, id: string, config: StageConfig): Table {
  return new Table(scope, id, {
    partitionKey: stringAttribute('PK'),
    sortKey: stringAttribute('SK'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'ttl',
    // Not protected until the stack exists, so that a failed creation can delete the table.
    deletionProtection: Stack.of(scope).terminationProtection,
    removalPolicy: removalPolicyOf(config),
    ...(config.account && {
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    }),
  });
}
