import type { Get } from '../platform/container.ts';
import { db } from '../platform/context.ts';
import { createForms } from './adapters/forms.ts';

export const forms = (get: Get) => createForms(get(db));
