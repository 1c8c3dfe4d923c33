import { z } from 'zod';
import { CorsRule } from '../s3/cors.ts';
import type { BucketConfig } from '../s3/server.ts';
import { queueUrl } from '../services/fauxqs.ts';
import { resourceNameOf, type ResolvedTemplate } from './resolver.ts';

const queueNotification = z.object({
  Event: z.literal('s3:ObjectCreated:*'),
  Queue: z.string(),
  Filter: z.object({
    S3Key: z.object({
      Rules: z.tuple([z.object({ Name: z.literal('prefix'), Value: z.string() })]),
    }),
  }),
});

const bucket = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).default({ CorsRules: [] }),
  NotificationConfiguration: z
    .object({ QueueConfigurations: z.array(queueNotification) })
    .default({ QueueConfigurations: [] }),
});

/** Returns buckets by name, with their CORS rules and the queues to notify of new objects. */
export const readBucketConfigs = (
  template: ResolvedTemplate,
  sqsEndpoint: string,
): Record<string, BucketConfig> =>
  Object.fromEntries(
    [...template.resources('AWS::S3::Bucket', bucket)].map(
      ([id, { CorsConfiguration, NotificationConfiguration }]) => [
        template.nameOf(id),
        {
          cors: CorsConfiguration.CorsRules,
          notifications: NotificationConfiguration.QueueConfigurations.map(({ Queue, Filter }) => ({
            prefix: Filter.S3Key.Rules[0].Value,
            queueUrl: queueUrl(sqsEndpoint, resourceNameOf(Queue)),
          })),
        },
      ],
    ),
  );
