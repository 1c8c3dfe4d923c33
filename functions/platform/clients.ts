import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * The clients of AWS, which take region, endpoints and credentials from the environment. Left alone
 * they wait without end for a service that is silent:
 * https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler
 * All tries of a call, four for the table, end before API Gateway gives up, after 29 s.
 */
const TIMEOUTS = { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true };

export const dynamoClient = () => new DynamoDBClient({ requestHandler: TIMEOUTS });
/** Emulators serve buckets by path, whatever their host is called. */
export const s3Client = () =>
  new S3Client({
    forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL']),
    // A part of a large file is sent within it.
    requestHandler: { ...TIMEOUTS, requestTimeout: 30_000 },
  });
export const secretsClient = () => new SecretsManagerClient({ requestHandler: TIMEOUTS });
/**
 * Which failures of a mail are tried again is decided by its queue. A connection is used once: over
 * one that was closed while Lambda froze the function, a mail is lost that nobody tries again
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
