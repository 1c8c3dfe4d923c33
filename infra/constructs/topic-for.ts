import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * A topic to which a service of AWS publishes for this account. A policy of its own, which asks for
 * TLS, replaces the one by which the services of the account may publish.
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
