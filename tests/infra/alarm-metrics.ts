const SQS = 'QueueName';
const API = 'ApiName';
const EDGE = 'DistributionId Region';

/** AWS metrics that alarms may use, with the sets of dimensions that each service documents. */
export const AWS_METRICS: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  'AWS/SQS NumberOfMessagesReceived': [SQS],
  'AWS/SQS ApproximateNumberOfMessagesVisible': [SQS],
  'AWS/SQS ApproximateAgeOfOldestMessage': [SQS],
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html; an empty dimension
  // covers all functions: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html
  'AWS/Lambda Errors': ['FunctionName', '', 'ExecutedVersion FunctionName Resource'],
  'AWS/Lambda Invocations': ['FunctionName', ''],
  'AWS/Lambda Throttles': ['FunctionName', ''],
  'AWS/Lambda RecursiveInvocationsDropped': ['FunctionName', ''],
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html
  'AWS/ApiGateway 5XXError': [API],
  'AWS/ApiGateway Count': [API],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB ReadThrottleEvents': ['TableName'],
  'AWS/DynamoDB WriteThrottleEvents': ['TableName'],
  // https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-cloudwatch-alarm.html
  'AWS/SES Reputation.BounceRate': [''],
  'AWS/SES Reputation.ComplaintRate': [''],
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
  'AWS/CloudFront Requests': [EDGE],
  'AWS/CloudFront 4xxErrorRate': [EDGE],
  'AWS/CloudFront 5xxErrorRate': [EDGE],
  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html
  'AWS/WAFV2 BlockedRequests': ['Rule WebACL'],
  // https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html
  'AWS/CertificateManager DaysToExpiry': ['CertificateArn'],
  // https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
  'AWS/Backup NumberOfBackupJobsCompleted': ['BackupVaultName'],
  'AWS/Backup NumberOfCopyJobsCompleted': ['BackupVaultName'],
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
  'AWS/EC2 CPUUtilization': ['InstanceId', 'AutoScalingGroupName'],
  'AWS/EC2 CPUSurplusCreditsCharged': ['InstanceId', 'AutoScalingGroupName'],
  'AWS/EC2 StatusCheckFailed': ['InstanceId', 'AutoScalingGroupName'],
};

type Resources = readonly (readonly [id: string, type: string, properties: unknown])[];

/** Returns the names of all resources of a type, as a template refers to them. */
const refs =
  (type: string, attribute?: string) =>
  (resources: Resources): unknown[] =>
    resources.flatMap(([id, each]) =>
      each === type ? [attribute ? { 'Fn::GetAtt': [id, attribute] } : { Ref: id }] : [],
    );

/** Returns the texts at a path in the properties of all resources of a type. */
const texts =
  (type: string, ...path: readonly string[]) =>
  (resources: Resources): unknown[] =>
    resources.flatMap(([, each, properties]) =>
      each === type
        ? [path.reduce((value, key) => (value as Record<string, unknown>)[key], properties)]
        : [],
    );

/**
 * The values that each dimension may have. A metric has its own row if its values differ from the
 * values of the dimension with the same name in other metrics.
 */
export const DIMENSION_VALUES: Readonly<Record<string, (resources: Resources) => unknown[]>> = {
  QueueName: refs('AWS::SQS::Queue', 'QueueName'),
  FunctionName: refs('AWS::Lambda::Function'),
  ExecutedVersion: refs('AWS::Lambda::Version', 'Version'),
  Resource: (resources) =>
    refs('AWS::Lambda::Function')(resources).map((name) => ({ 'Fn::Join': ['', [name, ':live']] })),
  ApiName: texts('AWS::ApiGateway::RestApi', 'Name'),
  TableName: refs('AWS::DynamoDB::Table'),
  DistributionId: refs('AWS::CloudFront::Distribution'),
  Region: () => ['Global'],
  WebACL: texts('AWS::WAFv2::WebACL', 'VisibilityConfig', 'MetricName'),
  Rule: () => ['ALL'],
  CertificateArn: refs('AWS::CertificateManager::Certificate'),
  AutoScalingGroupName: texts('AWS::AutoScaling::AutoScalingGroup', 'AutoScalingGroupName'),
  'NumberOfBackupJobsCompleted BackupVaultName': refs(
    'AWS::Backup::BackupVault',
    'BackupVaultName',
  ),
  // "The vault name of copy jobs is that of their destination vault."
  'NumberOfCopyJobsCompleted BackupVaultName': (resources) =>
    [...JSON.stringify(resources).matchAll(/"DestinationBackupVaultArn":"[^"]*:([\w-]+)"/g)].map(
      ([, name]) => name,
    ),
};
