interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly {
    readonly Name: string;
    readonly Unit: 'Bytes' | 'Count' | 'Milliseconds';
  }[];
}

/**
 * What makes a log line a set of metrics, under the name `_aws`:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export interface EmbeddedMetrics {
  /** Epoch milliseconds. */
  readonly Timestamp: number;
  readonly CloudWatchMetrics: readonly Directive[];
}
