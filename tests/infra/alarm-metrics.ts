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
