import { randomBytes } from 'node:crypto';
import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

interface Origin {
  /** Name of the secret that CloudFront shows the API. */
  readonly name: string;
  /** The version that CloudFront shows since the last deployment, where that has noted it. */
  readonly shown: string | undefined;
  /** Whether CloudFront is to show another value. */
  readonly rotate: boolean;
}

/**
 * The versions of the secret for `-c origin=NEXT,SHOWN`: CloudFront is to show the first, and the
 * API accepts both, so that neither order nor speed of a deployment matters. A rotation that did
 * not end goes on with the value it has put; a third would leave CloudFront with one that the API
 * has forgotten.
 * @returns none before the first deployment, which makes the secret
 */
export async function originVersions(
  secrets: SecretsManagerClient,
  { name, shown, rotate }: Origin,
): Promise<string[]> {
  const staged = await versionsByStage(secrets, name);
  const current = staged.get('AWSCURRENT');
  if (current === undefined) return [];
  // Until a first deployment has noted it, CloudFront shows the value before one that was put.
  const seen = shown ?? staged.get('AWSPREVIOUS');
  if (!rotate || (seen !== undefined && seen !== current)) return distinct(current, seen);
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
