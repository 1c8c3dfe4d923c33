import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { KEY_PREFIX } from '../../shared/model/key-kind.ts';
import { clientConfigFor } from '../stage/deployed-stacks.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  outputsOf,
  type CheckContext,
} from './finding.ts';

/** Reads the test key for the smoke test and `checkService`, if the stage has one. */
export async function readServiceKey(
  context: CheckContext,
): Promise<{ readonly secret: string | undefined; readonly key?: string }> {
  const secret = outputsOf(context)['ServiceKeySecretId'];
  if (secret === undefined) return { secret };
  const { SecretString: key = '' } = await new SecretsManagerClient(
    clientConfigFor(context.config),
  ).send(new GetSecretValueCommand({ SecretId: secret }));
  return key.startsWith(KEY_PREFIX.test) ? { secret, key } : { secret };
}

/** Without the test key, neither a deployment nor the alarm `serviceFails` tests the service. */
export async function checkServiceKey(context: CheckContext): Promise<Finding> {
  const { secret, key } = await readServiceKey(context);
  return key === undefined
    ? createMissingFinding(
        'Nothing tests the service: there is no service key.',
        secret === undefined
          ? 'Its secret comes with the first deployment.'
          : `Copy the test key of one of your accounts from its API page:\naws secretsmanager put-secret-value --secret-id ${secret} --secret-string tms_test_…`,
      )
    : createDoneFinding(
        'There is a service key, which tests the service every five minutes and after each deployment.',
      );
}
