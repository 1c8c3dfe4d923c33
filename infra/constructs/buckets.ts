import { Duration, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  CfnBucket,
  type CorsRule,
  HttpMethods,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from './removal-policy.ts';

interface BucketsProps {
  readonly config: StageConfig;
  /** Queues that get a message for every uploaded object, by the prefix of its key. */
  readonly arrivals: Readonly<Record<string, Queue>>;
}

export type Buckets = ReturnType<typeof createBuckets>;

/** Creates a bucket for objects from outside, and a bucket for everything else. */
export function createBuckets(scope: Construct, id: string, { config, arrivals }: BucketsProps) {
  const group = new Construct(scope, id);
  const days = config.retentionDays;
  const origin = config.settings.PUBLIC_ORIGIN;
  const uploads = new Bucket(group, 'uploads', {
    ...securedBucketProps(config),
    lifecycleRules: [
      abortIncompleteUploads,
      expiry('uploads/', days.uploads),
      expiry('bounces/', days.bounces),
      expiry('answers/', days.answers),
    ],
    cors: [browserCorsRule(origin, HttpMethods.POST)],
  });
  const files = new Bucket(group, 'files', {
    ...securedBucketProps(config),
    lifecycleRules: [
      abortIncompleteUploads,
      expiry('work/', days.work),
      expiry('results/', days.results),
      expiry('selections/', days.selections),
      expiry('reports/', days.reports),
      expiry('exports/', days.exports),
    ],
    cors: [browserCorsRule(origin, HttpMethods.GET)],
  });
  notifyQueuesOfUploads(uploads, arrivals);
  return { uploads, files };
}

/** Properties of every bucket: no public access, encryption at rest, TLS only. */
export const securedBucketProps = (config: StageConfig): BucketProps => ({
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  removalPolicy: removalPolicyOf(config),
  // CloudFormation cannot delete a bucket that contains objects, and emulators cannot empty it.
  autoDeleteObjects: !config.keepsData && config.account !== undefined,
});

const abortIncompleteUploads: LifecycleRule = {
  abortIncompleteMultipartUploadAfter: Duration.days(1),
};

const expiry = (prefix: string, days: number): LifecycleRule => ({
  prefix,
  expiration: Duration.days(days),
});

const browserCorsRule = (origin: string, method: HttpMethods): CorsRule => ({
  allowedOrigins: [origin],
  allowedMethods: [method],
  allowedHeaders: ['*'],
  exposedHeaders: ['ETag', 'Content-Disposition'],
  maxAge: 3600,
});

/**
 * Sends a message for every object created below a prefix. The configuration is set on the
 * CloudFormation resource, because `addEventNotification` needs a custom resource that the free
 * emulators do not run. The queue policies name the account instead of the bucket, because they
 * must exist first: S3 creates the bucket only if it may already send to the queues.
 */
function notifyQueuesOfUploads(bucket: Bucket, arrivals: BucketsProps['arrivals']): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new TypeError(`${bucket.node.path} has no CfnBucket`);
  for (const queue of Object.values(arrivals)) {
    queue.grantSendMessages(
      new ServicePrincipal('s3.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(bucket).account } },
      }),
    );
    resource.node.addDependency(queue.node.findChild('Policy'));
  }
  resource.notificationConfiguration = {
    queueConfigurations: Object.entries(arrivals).map(([prefix, queue]) => ({
      event: 's3:ObjectCreated:*',
      queue: queue.queueArn,
      filter: { s3Key: { rules: [{ name: 'prefix', value: prefix }] } },
    })),
  };
}
