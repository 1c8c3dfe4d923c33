import type { StoredObject } from './objects.ts';
import type { ObjectRef } from './s3-request.ts';

/** Names the queue to notify of new objects below a key prefix of a bucket. */
export interface NotificationRule {
  readonly prefix: string;
  readonly queueUrl: string;
}

export type CreationEvent = 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload';

type Created = Pick<StoredObject, 'etag' | 'size'>;

export type S3Event = ReturnType<typeof createdEvent>;

/** Notifies matching queues of a new object. Never throws, because the upload has succeeded. */
export type Notifier = (event: CreationEvent, place: ObjectRef, created: Created) => Promise<void>;

export interface NotifierOptions {
  readonly region: string;
  rulesOf(bucket: string): readonly NotificationRule[];
  /** Sends a message to a queue, with up to three attempts. */
  send(queueUrl: string, body: string): Promise<void>;
  readonly now: () => Date;
}

/** Sends the message before the response to the upload, although S3 may send it later. */
export function createNotifier({ region, rulesOf, send, now }: NotifierOptions): Notifier {
  let last = 0;
  return async (name, place, created) => {
    // The sequencer increases monotonically, even across restarts, unless the clock is set back.
    last = Math.max(last + 1, now().getTime() * 1000);
    const sequencer = last.toString(16).toUpperCase().padStart(18, '0');
    const event = createdEvent(name, place, created, { region, time: now(), sequencer });
    const body = JSON.stringify(event);
    const rules = rulesOf(place.bucket).filter(({ prefix }) => place.key.startsWith(prefix));
    await Promise.all(
      rules.map(({ queueUrl }) =>
        send(queueUrl, body).catch((error: unknown) =>
          console.error(`S3: lost an event of bucket ${place.bucket}:`, error),
        ),
      ),
    );
  };
}

/**
 * Creates the event for a new object. The key is form-encoded: percent-encoding, with `+` for a
 * space. https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
const createdEvent = (
  name: CreationEvent,
  { bucket, key }: ObjectRef,
  { size, etag }: Created,
  { region, time, sequencer }: { region: string; time: Date; sequencer: string },
) => ({
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
});
