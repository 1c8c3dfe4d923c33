import { type OpenApiDocument, toOpenApi } from '../../shared/contract/openapi/openapi.ts';
import { publicCalls } from './public-calls.ts';

export function publicDocument(origin: string): OpenApiDocument {
  const document = toOpenApi(
    Object.fromEntries(publicCalls.map(({ operation, route }) => [operation, route])),
    Object.fromEntries(publicCalls.map(({ operation, example }) => [operation, example])),
    { origin },
  );
  const tags = new Set<unknown>(publicCalls.map(({ route }) => route.feature));
  return { ...document, tags: document.tags.filter(({ name }) => tags.has(name)) };
}
