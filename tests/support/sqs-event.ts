import type { SQSMessageAttributes, SQSRecord } from 'aws-lambda';

interface RecordOptions {
  readonly messageId?: string;
  readonly receiveCount?: number;
  readonly queue?: string;
  readonly messageAttributes?: SQSMessageAttributes;
}

/** Creates a queue message in the format in which Lambda passes it to a function. */
export const sqsRecord = (
  body: object,
  {
    messageId = 'message-1',
    receiveCount = 1,
    queue = 'test',
    messageAttributes = {},
  }: RecordOptions = {},
): SQSRecord => ({
  messageId,
  receiptHandle: `receipt-${messageId}`,
  body: JSON.stringify(body),
  attributes: {
    ApproximateReceiveCount: String(receiveCount),
    SentTimestamp: '0',
    SenderId: 'test',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes,
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:eu-west-3:000000000000:${queue}`,
  awsRegion: 'eu-west-3',
});
