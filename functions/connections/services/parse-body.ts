import type { z } from 'zod/mini';
import { ServiceError, type ServiceResponse } from '../rules/service.ts';

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
