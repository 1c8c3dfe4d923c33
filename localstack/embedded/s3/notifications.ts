import { setTimeout as sleep } from 'node:timers/promises';

/** Which new objects of a bucket are announced on which queue. */
export interface NotificationRule {
  /** Such as `s3:ObjectCreated:*`; the prefix `s3:` may be left out. */
  readonly events: readonly string[];
  readonly prefix?: string;
  readonly suffix?: string;
  readonly queueUrl: string;
}

/** How an object came into being. */
export type CreationEvent = 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload';

export interface CreatedObject {
  readonly bucket: string;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** With or without quotes. */
  readonly etag: string;
}

export interface QueueSender {
  send(queueUrl: string, body: string): Promise<void>;
}

/** The message that S3 puts on a queue, as far as it is fixed. */
export type S3Event = ReturnType<typeof createdEvent>;

/** Announces a new object to every queue that asked for it. Never throws: it is S3's affair. */
export type Notify = (event: CreationEvent, object: CreatedObject) => Promise<void>;

interface NotifyOptions {
  readonly region: string;
  rulesOf(bucket: string): readonly NotificationRule[];
  readonly sqs: QueueSender;
  readonly now: () => Date;
}

const ATTEMPTS = 3;

/** The queue is asked before the uploader hears of the success; the cloud is usually as quick. */
export function createNotify({ region, rulesOf, sqs, now }: NotifyOptions): Notify {
  const sequencer = createSequencer(now);
  return async (name, object) => {
    const rules = rulesOf(object.bucket).filter((rule) => wants(rule, name, object.key));
    if (rules.length === 0) return;
    const event = createdEvent(name, object, { region, time: now(), sequencer: sequencer() });
    const body = JSON.stringify(event);
    const deliveries = rules.map(({ queueUrl }) => retried(() => sqs.send(queueUrl, body)));
    for (const delivery of await Promise.allSettled(deliveries))
      if (delivery.status === 'rejected')
        console.error(`S3: an event of bucket ${object.bucket} was lost:`, delivery.reason);
  };
}

function wants(rule: NotificationRule, event: CreationEvent, key: string): boolean {
  const { events, prefix = '', suffix = '' } = rule;
  const names = new Set(events.map((name) => name.replace(/^s3:/, '')));
  return (
    (names.has('ObjectCreated:*') || names.has(`ObjectCreated:${event}`)) &&
    key.startsWith(prefix) &&
    key.endsWith(suffix)
  );
}

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 * The key is encoded as in a form: percent-encoding, with `+` for a space.
 */
function createdEvent(
  name: CreationEvent,
  { bucket, key, size, etag }: CreatedObject,
  { region, time, sequencer }: { region: string; time: Date; sequencer: string },
) {
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: time.toISOString(),
        eventName: `ObjectCreated:${name}`,
        userIdentity: { principalId: 'EMBEDDED' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: { 'x-amz-request-id': sequencer, 'x-amz-id-2': sequencer },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'embedded',
          bucket: {
            name: bucket,
            ownerIdentity: { principalId: 'EMBEDDED' },
            arn: `arn:aws:s3:::${bucket}`,
          },
          object: {
            key: encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/'),
            size,
            eTag: etag.replaceAll('"', ''),
            sequencer,
          },
        },
      },
    ],
  };
}

/** Ever larger hexadecimal numbers of one width, also across restarts as far as the clock is. */
function createSequencer(now: () => Date): () => string {
  let last = 0;
  return () => {
    last = Math.max(last + 1, now().getTime() * 1000);
    return last.toString(16).toUpperCase().padStart(18, '0');
  };
}

async function retried(action: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await action();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(100 * attempt);
    }
}
