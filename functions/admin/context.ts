import { directory } from '../access/context.ts';
import { clock } from '../platform/context.ts';
import { createCustomers } from './customers.ts';
import type { Get } from '../platform/container.ts';

export const customers = (get: Get) => createCustomers(get(directory), get(clock));
