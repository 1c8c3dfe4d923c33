import { RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { EDGE_REGION, type StageConfig } from '../stage/config.ts';

/**
 * Returns the fixed name by which a stack in another region can refer to the secret. It contains
 * the region, because a replica outlives the loss of its primary region and would block the name.
 */
export const originSecretName = ({ stage, account }: StageConfig): string =>
  `tamis-${stage}/origin-${account?.env.region}`;

export const originVersionOutputName = ({ account }: StageConfig): string =>
  `OriginVersion${account?.env.region?.replaceAll('-', '')}`;

/** Creates the secret with which CloudFront authenticates to the API. */
export const createOriginSecret = (scope: Construct, id: string, config: StageConfig): Secret =>
  new Secret(scope, id, {
    description: 'Secret that CloudFront sends to the API',
    secretName: originSecretName(config),
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
    ...(config.account?.env.region !== EDGE_REGION && {
      replicaRegions: [{ region: EDGE_REGION }],
    }),
    // The secret can be deleted, because a new one can be generated at any time.
    removalPolicy: RemovalPolicy.DESTROY,
  });

/**
 * Refers to the secret that CloudFront sends: the first version in `-c origin=ID,ID`, or by default
 * the version of the first deployment. CloudFormation resolves a secret again only if the reference
 * changes, so the reference names a version:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export const getCurrentOriginSecret = (scope: Construct, secretId: string): SecretValue =>
  SecretValue.secretsManager(secretId, { versionId: getOriginSecretVersionIds(scope)[0] });

export const getOriginSecretVersionIds = ({ node }: Construct): string[] => {
  const contextValue: unknown = node.tryGetContext('origin');
  return typeof contextValue === 'string' ? contextValue.split(',') : [];
};

/**
 * Creates the API's policy, which rejects requests that do not have a version of the secret in
 * `Referer`, a header that CloudFront can set and an API Gateway policy can read. This closes the
 * API's own URL, so that the API can trust the headers CloudFront sets. A policy only takes effect
 * with a new deployment of the API; the CDK creates one whenever the policy changes:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/updating-api.html
 */
export function createCloudFrontOnlyPolicy(secret: Secret): PolicyDocument {
  const [, ...older] = getOriginSecretVersionIds(secret);
  const accepted = [
    getCurrentOriginSecret(secret, secret.secretArn),
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
