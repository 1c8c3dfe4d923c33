import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { startHttpService } from '../services/http-service.ts';

/** The only version stage, because this emulator never rotates secrets. */
const CURRENT_VERSION_STAGE = 'AWSCURRENT';
const getSecretValue = z.object({
  SecretId: z.string(),
  VersionStage: z.string().default(CURRENT_VERSION_STAGE),
});

type Reply = readonly [status: number, body: object];

/** Starts a Secrets Manager that supports only GetSecretValue, on a free loopback port. */
export const startSecretsManager = (valueOf: (name: string) => string | undefined) =>
  startHttpService(async (message, response) => {
    const respond = async (): Promise<Reply> => {
      if (message.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
        return refuse('UnknownOperationException');
      const { SecretId, VersionStage } = getSecretValue.parse(await json(message));
      // The id is a name, or an ARN that ends with the name.
      const Name = SecretId.split(':').at(-1) ?? SecretId;
      const SecretString = VersionStage === CURRENT_VERSION_STAGE ? valueOf(Name) : undefined;
      return SecretString === undefined
        ? refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
        : [200, { ARN: SecretId, Name, SecretString, VersionStages: [CURRENT_VERSION_STAGE] }];
    };
    const [status, body] = await respond().catch(() => refuse('InvalidRequestException'));
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  });

const refuse = (__type: string, Message?: string): Reply => [400, { __type, Message }];
