import { engineFrom } from '../checks/context.ts';
import type { Get } from '../platform/container.ts';
import { db } from '../platform/context.ts';
import { createForms } from './adapters/forms.ts';

export const forms = (get: Get) => createForms(get(db));
/** An engine without egress addresses: it verifies addresses without contacting mail servers. */
export const domainEngine = (get: Get) => get(engineFrom)(async () => []);
