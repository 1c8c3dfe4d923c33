import { type OpenApiDocument, toOpenApi } from './openapi.ts';
import { publicCalls } from './public-calls.ts';
import type { OpenApiVersion } from './schemas.ts';

export const createPublicDocument = (origin: string, version?: OpenApiVersion): OpenApiDocument =>
  toOpenApi(
    Object.fromEntries(publicCalls.map(({ operation, route }) => [operation, route])),
    Object.fromEntries(publicCalls.map(({ operation, example }) => [operation, example])),
    { origin, version, keysOnly: true },
  );
