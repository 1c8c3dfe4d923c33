import { z } from 'zod';
import type { BucketConfig } from '../s3/server.ts';
import type { NotificationRule } from '../s3/notifications.ts';
import { queueUrl } from '../services/fauxqs.ts';
import { nameInArn } from './resolver.ts';
import type { ResolvedTemplate } from './resolver.ts';

const corsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).optional(),
  ExposedHeaders: z.array(z.string()).optional(),
  MaxAge: z.number().optional(),
});

const keyFilter = z.object({ Name: z.enum(['prefix', 'suffix']), Value: z.string() });
const queueNotification = z.object({
  Event: z.string(),
  Queue: z.string(),
  Filter: z
    .object({ S3Key: z.object({ Rules: z.array(keyFilter) }) })
    .default({ S3Key: { Rules: [] } }),
});

const bucket = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(corsRule) }).default({ CorsRules: [] }),
  NotificationConfiguration: z
    .object({ QueueConfigurations: z.array(queueNotification) })
    .default({ QueueConfigurations: [] }),
});

const bucketsOf = (template: ResolvedTemplate) => template.resources('AWS::S3::Bucket', bucket);

/** All buckets, by name: who may read it from a browser, and which queue hears of new objects. */
export function bucketConfigs(
  template: ResolvedTemplate,
  sqsEndpoint: string,
): Record<string, BucketConfig> {
  const configs = [...bucketsOf(template)].map(
    ([id, { CorsConfiguration, NotificationConfiguration }]) => {
      const config: BucketConfig = {
        cors: CorsConfiguration.CorsRules,
        notifications: NotificationConfiguration.QueueConfigurations.map((given) =>
          toNotificationRule(given, sqsEndpoint),
        ),
      };
      return [template.nameOf(id), config] as const;
    },
  );
  return Object.fromEntries(configs);
}

const toNotificationRule = (
  { Event, Queue, Filter }: z.output<typeof queueNotification>,
  sqsEndpoint: string,
): NotificationRule => ({
  events: [Event],
  queueUrl: queueUrl(sqsEndpoint, nameInArn(Queue)),
  ...Object.fromEntries(Filter.S3Key.Rules.map(({ Name, Value }) => [Name, Value])),
});
