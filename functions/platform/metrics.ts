import { PRODUCT_NAME } from '../../shared/model/product.ts';
import type { LogFields } from './log.ts';

const unitOf = (name: string): 'Bytes' | 'Count' | 'Milliseconds' => {
  if (/^ms$|Ms$/.test(name)) return 'Milliseconds';
  return /^bytes$|Bytes$/.test(name) ? 'Bytes' : 'Count';
};

/**
 * The fields of a log line with what lets CloudWatch read its numbers as metrics, each by the
 * dimensions that the line is of. Each value of a dimension is a metric that is paid for.
 * @param of such as stage and worker
 * @param now epoch milliseconds
 */
export function withMetrics(
  of: { readonly stage: string } & Readonly<Record<string, string>>,
  fields: LogFields,
  now: number,
): LogFields {
  const Metrics = Object.entries(fields)
    .filter(([, value]) => Number.isFinite(value))
    .map(([Name]) => ({ Name, Unit: unitOf(Name) }));
  const CloudWatchMetrics = [{ Namespace: PRODUCT_NAME, Dimensions: [Object.keys(of)], Metrics }];
  return { ...of, ...fields, _aws: { Timestamp: now, CloudWatchMetrics } };
}
