import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

export const createSecretText = (client: SecretsManagerClient, secretId: string) => ({
  /** Empty when it has no text. */
  async read(): Promise<string> {
    const response = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    return response.SecretString ?? '';
  },
  async write(text: string): Promise<void> {
    await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: text }));
  },
});

/** A secret that other parties gave us, as text. */
export type SecretText = ReturnType<typeof createSecretText>;
