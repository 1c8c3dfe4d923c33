import { randomBytes } from 'node:crypto';
import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

interface Origin {
  readonly name: string;
  /** The version that CloudFront has sent since the last recorded deployment. */
  readonly shown: string | undefined;
  readonly rotate: boolean;
}

/**
 * Returns the versions of the secret for `-c origin=NEXT,SHOWN`: CloudFront sends the first, and
 * the API accepts both, so the order and speed of a deployment do not matter. An interrupted
 * rotation resumes with the version it has created: with a third version, CloudFront would keep
 * sending one that the API no longer accepts.
 * @returns an empty array before the first deployment, which creates the secret
 */
export async function prepareOriginVersions(
  secrets: SecretsManagerClient,
  { name, shown, rotate }: Origin,
): Promise<string[]> {
  const staged = await versionsByStage(secrets, name);
  const current = staged.get('AWSCURRENT');
  if (current === undefined) return [];
  // If no deployment has recorded a version yet, CloudFront still sends the previous one.
  const previous = shown ?? staged.get('AWSPREVIOUS');
  if (!rotate || (previous !== undefined && previous !== current))
    return distinct(current, previous);
  const { VersionId } = await secrets.send(
    new PutSecretValueCommand({ SecretId: name, SecretString: randomBytes(32).toString('hex') }),
  );
  return distinct(VersionId, current);
}

const distinct = (...ids: (string | undefined)[]): string[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
];

async function versionsByStage(
  secrets: SecretsManagerClient,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    const found = await secrets.send(new DescribeSecretCommand({ SecretId: name }));
    return new Map(
      Object.entries(found.VersionIdsToStages ?? {}).flatMap(([id, stages]) =>
        stages.map((stage) => [stage, id]),
      ),
    );
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return new Map();
    throw error;
  }
}
