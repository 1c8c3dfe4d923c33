import {
  CreateTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

const key = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const table = z.object({
  KeySchema: key,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.never().optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

export async function createTables(
  template: ResolvedTemplate,
  dynamo: DynamoDBClient,
): Promise<void> {
  for (const [id, properties] of template.resources('AWS::DynamoDB::Table', table)) {
    const { TimeToLiveSpecification, ...schema } = properties;
    const TableName = template.nameOf(id);
    try {
      await dynamo.send(
        new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', ...schema }),
      );
    } catch (error) {
      if (error instanceof ResourceInUseException) continue;
      throw error;
    }
    if (TimeToLiveSpecification !== undefined)
      await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
}
