import { directory } from '../access/context.ts';
import { clock } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createCustomers } from './customers.ts';

export const customers = /* @__PURE__ */ once(() => createCustomers(directory(), clock()));
