import { devNull } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { REGION } from '../cloud/resolver.ts';

export const DUMMY_CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };

export interface ServiceEndpoints {
  readonly dynamodb: string;
  readonly lambda: string;
  readonly s3: string;
  readonly sqs: string;
  readonly ses: string;
  readonly secretsManager: string;
}

/** Returns variables that direct every AWS SDK to the embedded cloud only. */
export const sdkVariables = (endpoints: ServiceEndpoints): Record<string, string> => ({
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: DUMMY_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: DUMMY_CREDENTIALS.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
  AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
  AWS_ENDPOINT_URL_S3: endpoints.s3,
  AWS_ENDPOINT_URL_SQS: endpoints.sqs,
  AWS_ENDPOINT_URL_SES: endpoints.ses,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
  // Prevents the SDK from reading the user's own AWS profiles.
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
});

const shared = { region: REGION, credentials: DUMMY_CREDENTIALS };

export const createDynamoClient = (endpoint: string) => new DynamoDBClient({ ...shared, endpoint });
export const createSqsClient = (endpoint: string) => new SQSClient({ ...shared, endpoint });
export const createS3Client = (endpoint: string) =>
  new S3Client({ ...shared, endpoint, forcePathStyle: true });
