import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from './removal-policy.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table, without an index. `Table` and not `TableV2`, whose resource type the free
 * emulators do not carry.
 */
export function createTable(scope: Construct, id: string, config: StageConfig): Table {
  return new Table(scope, id, {
    partitionKey: text('PK'),
    sortKey: text('SK'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'ttl',
    // From the first success of the stack on: what a failed creation made has to go.
    deletionProtection: Stack.of(scope).terminationProtection,
    removalPolicy: removalPolicyOf(config),
    ...(config.account && {
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    }),
  });
}
