import { RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { EDGE_REGION, type StageConfig } from '../stage/config.ts';

/**
 * By name, since a stack of another region has no other way to it. The replica of a region that is
 * lost stays, so another region has another name.
 */
export const originSecretName = ({ stage, account }: StageConfig): string =>
  `tamis-${stage}/origin-${account?.env.region}`;

/** The output that tells the version of this secret that CloudFront shows. */
export const originOutput = ({ account }: StageConfig): string =>
  `OriginVersion${account?.env.region?.replaceAll('-', '')}`;

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
 * What CloudFront shows: the first of the versions that `-c origin=ID,ID` names, and without them
 * the one that the first deployment makes. CloudFormation reads a secret again only where the
 * reference is another, so it names a version:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export const shownOrigin = (scope: Construct, secretId: string): SecretValue =>
  SecretValue.secretsManager(secretId, { versionId: originVersionsIn(scope)[0] });

export const originVersionsIn = ({ node }: Construct): string[] => {
  const given: unknown = node.tryGetContext('origin');
  return typeof given === 'string' ? given.split(',') : [];
};

/**
 * Lets nobody in but who shows a version of the secret in `Referer`, the one header that a policy
 * of API Gateway can look at and CloudFront can set. So the API's own address is closed, and what
 * CloudFront says of a caller is true. A policy holds for what is deployed after it, and the CDK
 * makes a deployment for each that differs:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/updating-api.html
 */
export function onlyFromCloudFront(secret: Secret): PolicyDocument {
  const [, ...older] = originVersionsIn(secret);
  const accepted = [
    shownOrigin(secret, secret.secretArn),
    ...older.map((versionId) => SecretValue.secretsManager(secret.secretArn, { versionId })),
  ].map((value) => value.unsafeUnwrap());
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: ['execute-api:/*'],
        conditions: {
          StringEquals: { 'aws:Referer': accepted.length === 1 ? accepted[0] : accepted },
        },
      }),
    ],
  });
}
