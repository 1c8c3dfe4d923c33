import { secretsClient } from '../platform/clients.ts';
import type { Get } from '../platform/container.ts';
import { env } from '../platform/context.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';

export const serviceKey = (get: Get) => {
  const id = get(env).SERVICE_KEY_SECRET_ID;
  return id === undefined ? undefined : createSecretText(get(secretsClient), id);
};
