import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';

/** The clients of AWS, which take region, endpoints and credentials from the environment. */

export const dynamoClient = () => new DynamoDBClient();
/** Emulators serve buckets by path, whatever their host is called. */
export const s3Client = () =>
  new S3Client({
    forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL']),
  });
export const secretsClient = () => new SecretsManagerClient();
/** Which failures of a mail are tried again is decided by its queue. */
export const sesClient = () => new SESClient({ maxAttempts: 1 });
export const sqsClient = () => new SQSClient();
