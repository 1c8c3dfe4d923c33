import type { WorkerOutcome } from '../../shared/model/outcome.ts';

/**
 * The field `_aws`, which makes CloudWatch extract metrics from a log line:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
interface EmbeddedMetrics {
  /** Epoch milliseconds. */
  readonly Timestamp: number;
  readonly CloudWatchMetrics: readonly object[];
}

type LogValue = string | number | boolean | null | undefined | readonly string[] | EmbeddedMetrics;
export type LogFields = Readonly<Record<string, LogValue>> & { readonly outcome?: WorkerOutcome };

/** One event per line, named in short snake_case. Fields must not contain secrets or addresses. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  /** @param cause the thrown value, if any */
  warn(event: string, fields?: LogFields, cause?: unknown): void;
  /** Logs `message` at level `error`, which raises an alarm. For problems without an exception. */
  alarm(event: string, message: string, fields?: LogFields): void;
  /** @param cause the thrown value, of which name, message, stack and causes are logged */
  error(event: string, cause: unknown, fields?: LogFields): void;
}
