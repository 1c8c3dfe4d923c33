import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const getSecretValue = z.object({ SecretId: z.string() });

export interface SecretsEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Secrets Manager on a free port of the loopback interface, as far as GetSecretValue.
 * @param valueOf the value of a secret by name, or undefined when there is none
 */
export async function startSecrets(
  valueOf: (name: string) => string | undefined,
): Promise<SecretsEndpoint> {
  const server = createServer((message, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      if (message.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue') {
        reply(400, { __type: 'UnknownOperationException' });
        return;
      }
      const { SecretId } = getSecretValue.parse(await json(message));
      // A name, or the ARN that ends with it.
      const name = SecretId.split(':').at(-1) ?? SecretId;
      const SecretString = valueOf(name);
      if (SecretString === undefined) {
        reply(400, {
          __type: 'ResourceNotFoundException',
          Message: "Secrets Manager can't find the specified secret.",
        });
        return;
      }
      reply(200, { ARN: SecretId, Name: name, SecretString, VersionStages: ['AWSCURRENT'] });
    };
    answer().catch(() => reply(400, { __type: 'InvalidRequestException' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
