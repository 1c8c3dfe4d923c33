import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * Timeouts of the AWS clients, which would otherwise wait forever for a service that does not
 * respond:
 * https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler
 * All attempts of a call (four for DynamoDB) end before API Gateway's limit of 29 s. The clients
 * get region, endpoints and credentials from the environment.
 */
const REQUEST_TIMEOUTS_MS = {
  connectionTimeout: 3000,
  requestTimeout: 6000,
  throwOnRequestTimeout: true,
};

/** Maximum duration of an engine invocation, whose caller waits for the result. */
const ENGINE_TIMEOUT_MS = 120_000;

export const dynamoClient = () => new DynamoDBClient({ requestHandler: REQUEST_TIMEOUTS_MS });
export const lambdaClient = () =>
  new LambdaClient({
    requestHandler: { ...REQUEST_TIMEOUTS_MS, requestTimeout: ENGINE_TIMEOUT_MS },
  });
/** Emulators need path-style addressing, because they have a single host name. */
export const s3Client = () =>
  new S3Client({
    forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL']),
    // Enough time to send one part of a large file.
    requestHandler: { ...REQUEST_TIMEOUTS_MS, requestTimeout: 30_000 },
  });
export const secretsClient = () =>
  new SecretsManagerClient({ requestHandler: REQUEST_TIMEOUTS_MS });
/**
 * Creates a client without retries, because the queue retries emails. Connections are not reused:
 * if a connection closed while Lambda had frozen the function, the outcome of the next email on
 * that connection would be unknown, and such emails are not retried
 * (https://github.com/aws/aws-sdk-js-v3/issues/1196).
 */
export const sesClient = () =>
  new SESClient({
    maxAttempts: 1,
    requestHandler: {
      ...REQUEST_TIMEOUTS_MS,
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });
export const sqsClient = () => new SQSClient({ requestHandler: REQUEST_TIMEOUTS_MS });
