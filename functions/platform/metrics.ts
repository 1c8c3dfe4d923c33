import { PRODUCT_NAME } from '../../shared/model/product.ts';
import type { LogFields } from './log.ts';

/** Fields with few values, by which runs are told apart as well. */
const KINDS = ['outcome', 'type'] as const;

const unitOf = (name: string): 'Bytes' | 'Count' | 'Milliseconds' => {
  if (/^ms$|Ms$/.test(name)) return 'Milliseconds';
  return /^bytes$|Bytes$/.test(name) ? 'Bytes' : 'Count';
};

/**
 * The fields of a log line with what lets CloudWatch read its numbers as metrics: each by the
 * dimensions that the line is of, and `ms` also by outcome and type, so that its number of samples
 * counts them. Each value of a dimension is a metric that is paid for.
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
  const dimensions = Object.keys(of);
  const own = { Namespace: PRODUCT_NAME, Dimensions: [dimensions], Metrics };
  const kinds = KINDS.filter((kind) => typeof fields[kind] === 'string');
  const byKind = {
    Namespace: PRODUCT_NAME,
    Dimensions: kinds.map((kind) => [...dimensions, kind]),
    Metrics: Metrics.filter(({ Name }) => Name === 'ms'),
  };
  const CloudWatchMetrics = kinds.length > 0 && byKind.Metrics.length > 0 ? [own, byKind] : [own];
  return { ...of, ...fields, _aws: { Timestamp: now, CloudWatchMetrics } };
}
