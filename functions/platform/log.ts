import type { Outcome } from '../../shared/model/outcome.ts';

/**
 * Turns a log line into metrics, under the name `_aws`:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
interface EmbeddedMetrics {
  /** Epoch milliseconds. */
  readonly Timestamp: number;
  readonly CloudWatchMetrics: readonly object[];
}

type LogValue = string | number | boolean | null | undefined | readonly string[] | EmbeddedMetrics;
export type LogFields = Readonly<Record<string, LogValue>> & { readonly outcome?: Outcome };

/** One event per line, with a short snake_case name; secrets and addresses are never fields. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  /** `cause` is the thrown value, if any. */
  warn(event: string, fields?: LogFields, cause?: unknown): void;
  /** Logs at level `error` without an exception: it raises an alarm, and `says` is the reason. */
  alarm(event: string, message: string, fields?: LogFields): void;
  /** `cause` is the thrown value: its name, message and stack are logged, and its causes. */
  error(event: string, cause: unknown, fields?: LogFields): void;
}
