import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * A topic that an AWS service may publish to for this account. Setting a policy, which requires
 * TLS, replaces the default one that lets the account's services publish.
 * @param publisher the service's name before `.amazonaws.com`
 */
export function topicFor(scope: Construct, id: string, publisher: 'cloudwatch' | 'ses'): Topic {
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
