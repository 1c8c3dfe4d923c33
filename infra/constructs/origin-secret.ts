import { RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { EDGE_REGION, type StageConfig } from '../config.ts';

/** By name, since a stack of another region has no other way to it. */
export const originSecretName = ({ stage }: StageConfig): string => `tamis-${stage}/origin`;

/** What CloudFront shows the API to be let in. */
export const createOriginSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'What CloudFront shows the API',
    secretName: originSecretName(config),
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
    ...(config.account?.env.region !== EDGE_REGION && {
      replicaRegions: [{ region: EDGE_REGION }],
    }),
    // CloudFormation makes it anew.
    removalPolicy: RemovalPolicy.DESTROY,
  });

/**
 * Lets nobody in but who shows the secret in `Referer`, the one header that a policy of API Gateway
 * can look at and CloudFront can set. So the API's own address is closed, and what CloudFront says
 * of a caller is true.
 */
export const onlyFromCloudFront = (secret: Secret): PolicyDocument =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: ['execute-api:/*'],
        conditions: { StringEquals: { 'aws:Referer': secret.secretValue.unsafeUnwrap() } },
      }),
    ],
  });
