import type { z } from 'zod/mini';
import {
  type ServiceCall,
  ServiceError,
  type ServiceRequest,
  type ServiceResponse,
} from '../rules/service.ts';

/** @throws {ServiceError} `unavailable` if the body is not what the service documents */
export function parseBody<Schema extends z.core.$ZodType>(
  schema: Schema,
  { body }: ServiceResponse,
): z.core.output<Schema> {
  const parsed = (schema as unknown as z.ZodMiniType<z.core.output<Schema>>).safeParse(body);
  if (!parsed.success)
    throw new ServiceError('unavailable', 'the service answered in another form');
  return parsed.data;
}

/** Reads only the fields of a resource that the schema contains. @throws {ServiceError} */
export async function readResource<Schema extends z.core.$ZodType>(
  call: ServiceCall,
  schema: Schema,
  path: string,
  query: NonNullable<ServiceRequest['query']> = {},
): Promise<z.core.output<Schema>> {
  return parseBody(schema, await call.send({ path, query }));
}

/** Returns the value if it is a nonempty text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
