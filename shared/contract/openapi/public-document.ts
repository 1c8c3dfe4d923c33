import { type OpenApiDocument, toOpenApi } from './openapi.ts';
import { publicCalls } from './public-calls.ts';
import type { Version } from './schemas.ts';

export const publicDocument = (origin: string, version?: Version): OpenApiDocument =>
  toOpenApi(
    Object.fromEntries(publicCalls.map(({ operation, route }) => [operation, route])),
    Object.fromEntries(publicCalls.map(({ operation, example }) => [operation, example])),
    { origin, version, keysOnly: true },
  );
