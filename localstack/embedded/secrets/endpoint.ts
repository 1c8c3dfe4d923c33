import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { type HttpService, startHttpService } from '../services/http-service.ts';

/** No secret here was ever replaced: every other stage is one that is not there. */
const CURRENT = 'AWSCURRENT';
const getSecretValue = z.object({
  SecretId: z.string(),
  VersionStage: z.string().default(CURRENT),
});

/**
 * Secrets Manager on a free port of the loopback interface, as far as GetSecretValue.
 * @param valueOf the value of a secret by name, or undefined when there is none
 */
export function startSecrets(valueOf: (name: string) => string | undefined): Promise<HttpService> {
  return startHttpService((message, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    const respond = async (): Promise<void> => {
      if (message.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue') {
        reply(400, { __type: 'UnknownOperationException' });
        return;
      }
      const { SecretId, VersionStage } = getSecretValue.parse(await json(message));
      // A name, or the ARN that ends with it.
      const name = SecretId.split(':').at(-1) ?? SecretId;
      const SecretString = VersionStage === CURRENT ? valueOf(name) : undefined;
      if (SecretString === undefined) {
        reply(400, {
          __type: 'ResourceNotFoundException',
          Message: "Secrets Manager can't find the specified secret.",
        });
        return;
      }
      reply(200, { ARN: SecretId, Name: name, SecretString, VersionStages: [CURRENT] });
    };
    respond().catch(() => reply(400, { __type: 'InvalidRequestException' }));
  });
}
