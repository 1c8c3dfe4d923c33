import { importMessage } from '../../shared/messages/connections.ts';
import { accounts } from '../access/context.ts';
import { lists, queues } from '../lists/context.ts';
import { mailQueue } from '../mail/context.ts';
import { blobs, clock, env, ids, log } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { connections, connectionsQueue, imports, serviceCalls, services } from './context.ts';
import { readContacts as runReadContacts } from './read-contacts.ts';

export const readContacts = /* @__PURE__ */ serveQueue(
  'readContacts',
  importMessage,
  {
    accounts,
    blobs,
    clock,
    connections,
    connectionsQueue,
    env,
    ids,
    imports,
    lists,
    log,
    mailQueue,
    queues,
    serviceCalls,
    services,
  },
  (message, deps) => runReadContacts(deps, message),
);
