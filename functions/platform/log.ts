import type { Outcome } from '../../shared/model/outcome.ts';

/**
 * What makes a log line a set of metrics, under the name `_aws`:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
interface EmbeddedMetrics {
  /** Epoch milliseconds. */
  readonly Timestamp: number;
  readonly CloudWatchMetrics: readonly object[];
}

type LogValue = string | number | boolean | null | undefined | readonly string[] | EmbeddedMetrics;
export type LogFields = Readonly<Record<string, LogValue>> & { readonly outcome?: Outcome };

/** One event a line. Events are short snake_case names; secrets and addresses are never fields. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  /** `cause` is what was thrown, where something was. */
  warn(event: string, fields?: LogFields, cause?: unknown): void;
  /** A line at level `error` of which nothing was thrown: it raises an alarm, which `says` why. */
  alarm(event: string, says: string, fields?: LogFields): void;
  /** `cause` is what was thrown: name, message and stack are logged, and those of its causes. */
  error(event: string, cause: unknown, fields?: LogFields): void;
}
