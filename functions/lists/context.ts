import { ledger } from '../credits/context.ts';
import { contendedDb, db, env, sender } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createLists } from './adapters/lists.ts';
import { createQueues } from './adapters/queues.ts';
import { createTasks } from './adapters/tasks.ts';

export const lists = /* @__PURE__ */ once(() => createLists(db(), ledger()));
export const tasks = /* @__PURE__ */ once(() => createTasks(contendedDb()));
export const queues = /* @__PURE__ */ once(() => createQueues(sender(), env()));
