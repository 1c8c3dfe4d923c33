import type { z } from 'zod/mini';
import type { ServiceCall, ServiceRequest } from '../rules/service.ts';
import { parseBody } from './parse-body.ts';

/** Reads those fields of a resource that the schema has. @throws {ServiceError} */
export async function readResource<Schema extends z.core.$ZodType>(
  call: ServiceCall,
  schema: Schema,
  path: string,
  query: NonNullable<ServiceRequest['query']> = {},
): Promise<z.core.output<Schema>> {
  return parseBody(schema, await call.send({ path, query }));
}
