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

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

/**
 * The names of all log fields. The value that a worker returns is its log line, so a field that is
 * not listed here, such as `email`, does not compile. Never add a field that contains an address, a
 * name or a secret.
 */
type LogField = Words<
  | '_aws abandoned account accounts addresses addressHash ageMs answered attempt attempts badSyntax by'
  | 'bytes changes charged connections country customer deferred delivered delivery'
  | 'differences dispute domain duplicate duplicates egress endpoint endpoints eventId events'
  | 'failed feedback flawed found heapLimitMb id invalid invoice job kind limit list livemode'
  | 'mail many marked messageId missed ms n network node note object payment pending plan'
  | 'postponed problems processed purchase queue ratio reason receiveCount recipients refund'
  | 'refunded report resumed retry risky route rows runtimeFlags secret shut source stack'
  | 'status step steps subscription task tasks total type unknown user userId users valid'
  | 'version what'
>;
/**
 * Fields that must never be logged. The compiler rejects these even in objects whose other fields
 * it does not check.
 */
type PersonalField = Words<'address email ip name password phone token'>;

export type LogFields = { readonly outcome?: WorkerOutcome } & {
  readonly [Name in LogField]?: LogValue;
} & { readonly [Name in PersonalField]?: 'never logged' };

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
