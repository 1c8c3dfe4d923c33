import { engineFrom } from '../checks/context.ts';
import type { Get } from '../platform/container.ts';
import { db } from '../platform/context.ts';
import { createForms } from './adapters/forms.ts';

export const forms = (get: Get) => createForms(get(db));
/** Returns only what is known of an address without its mail server. */
export const domainEngine = (get: Get) => get(engineFrom)(async () => []);
