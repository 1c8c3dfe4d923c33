import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

/** A secret that an operator or a setup command stores, such as Stripe's keys, as text. */
export interface SecretText {
  /** Returns an empty text if the secret has no value yet. */
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

export const createSecretText = (client: SecretsManagerClient, secretId: string): SecretText => ({
  async read() {
    const response = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    return response.SecretString ?? '';
  },
  async write(text) {
    await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: text }));
  },
});
