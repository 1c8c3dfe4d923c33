import { PRODUCT_NAME } from '../../shared/model/product.ts';
import type { LogFields } from './log.ts';

const unitOf = (name: string): 'Bytes' | 'Count' | 'Milliseconds' => {
  if (/^ms$|Ms$/.test(name)) return 'Milliseconds';
  return /^bytes$|Bytes$/.test(name) ? 'Bytes' : 'Count';
};

/**
 * Adds embedded metrics to the fields of a log line, one per numeric field. Every combination of
 * dimension values is a separate metric that costs money.
 * @param dimensions such as stage and worker
 * @param now epoch milliseconds
 */
export function withMetrics(
  dimensions: { readonly stage: string } & Readonly<Record<string, string>>,
  fields: LogFields,
  now: number,
): LogFields {
  const Metrics = Object.entries(fields)
    .filter(([, value]) => Number.isFinite(value))
    .map(([Name]) => ({ Name, Unit: unitOf(Name) }));
  const CloudWatchMetrics = [
    { Namespace: PRODUCT_NAME, Dimensions: [Object.keys(dimensions)], Metrics },
  ];
  return { ...dimensions, ...fields, _aws: { Timestamp: now, CloudWatchMetrics } };
}
