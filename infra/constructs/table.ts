import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table. `Table` and not `TableV2`, whose resource type the free emulators do not carry.
 * GSI1 is the administrators' directory of users.
 */
export function createTable(scope: Construct, id: string, config: StageConfig): Table {
  const table = new Table(scope, id, {
    partitionKey: text('PK'),
    sortKey: text('SK'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'ttl',
    deletionProtection: config.keepsData,
    removalPolicy: config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(config.inAccount && {
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    }),
  });
  table.addGlobalSecondaryIndex({
    indexName: 'GSI1',
    partitionKey: text('GSI1PK'),
    sortKey: text('GSI1SK'),
    projectionType: ProjectionType.ALL,
  });
  return table;
}
