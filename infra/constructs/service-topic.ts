import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * Creates a topic to which one AWS service may publish for this account. Publishing is allowed
 * explicitly, because the policy that requires TLS replaces the default policy.
 * @param publisher the service's name before `.amazonaws.com`
 */
export function createServiceTopic(
  scope: Construct,
  id: string,
  publisher: 'cloudwatch' | 'ses',
): Topic {
  const topic = new Topic(scope, id, { enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`${publisher}.amazonaws.com`)],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  return topic;
}
