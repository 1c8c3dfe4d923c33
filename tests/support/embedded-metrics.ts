import { z } from 'zod';

const name = z.string().min(1).max(1024).regex(/\S/);
/** Schema of a log line in CloudWatch's embedded metric format (EMF). */
const line = z.looseObject({
  _aws: z.object({
    Timestamp: z.int().positive(),
    CloudWatchMetrics: z
      .array(
        z.object({
          Namespace: name,
          Dimensions: z.array(z.array(z.string().min(1).max(250)).min(1).max(30)).min(1),
          Metrics: z
            .array(
              z.object({ Name: name, Unit: z.enum(['Bytes', 'Count', 'Milliseconds', 'Seconds']) }),
            )
            .min(1)
            .max(100),
        }),
      )
      .min(1),
  }),
});

interface MetricValue {
  readonly namespace: string;
  readonly metric: string;
  readonly unit: string;
  readonly value: number;
  readonly dimensions: Readonly<Record<string, string>>;
}

/**
 * Returns the metrics that CloudWatch extracts from a log line.
 * @throws if the line violates the format, for example if a metric has no number
 */
export function extractMetrics(text: string): MetricValue[] {
  const { _aws, ...members } = line.parse(JSON.parse(text));
  return _aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((set) => {
      const dimensions = Object.fromEntries(set.map((each) => [each, name.parse(members[each])]));
      return Metrics.map(({ Name, Unit }) => ({
        namespace: Namespace,
        metric: Name,
        unit: Unit,
        value: z.number().parse(members[Name]),
        dimensions,
      }));
    }),
  );
}
