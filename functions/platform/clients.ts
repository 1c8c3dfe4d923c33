import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * Clients of AWS, which take region, endpoints and credentials from the environment. By default
 * they wait forever for a silent service:
 * https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler
 * All attempts of a call, four for the table, end before API Gateway gives up after 29 s.
 */
const TIMEOUTS = { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true };

export const dynamoClient = () => new DynamoDBClient({ requestHandler: TIMEOUTS });
/** Emulators serve buckets by path, under any host name. */
export const s3Client = () =>
  new S3Client({
    forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL']),
    // Long enough to send a part of a large file.
    requestHandler: { ...TIMEOUTS, requestTimeout: 30_000 },
  });
export const secretsClient = () => new SecretsManagerClient({ requestHandler: TIMEOUTS });
/**
 * The queue retries mails. Connections are not reused, because one that was closed while Lambda
 * froze the function would lose a mail: its delivery is unknown, so it is not retried
 * (https://github.com/aws/aws-sdk-js-v3/issues/1196).
 */
export const sesClient = () =>
  new SESClient({
    maxAttempts: 1,
    requestHandler: {
      ...TIMEOUTS,
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });
export const sqsClient = () => new SQSClient({ requestHandler: TIMEOUTS });
