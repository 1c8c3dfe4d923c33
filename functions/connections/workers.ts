import { connectionMessage } from '../../shared/messages/connections.ts';
import { accounts, activity } from '../access/context.ts';
import { bouncesQueue, reports } from '../bounces/context.ts';
import { outbox, webhookQueue } from '../events/context.ts';
import { lists, queues } from '../lists/context.ts';
import { mailQueue } from '../mail/context.ts';
import { blobs, clock, env, ids, log } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { changeContacts } from './change-contacts.ts';
import {
  applyJobs,
  bounceReads,
  connections,
  connectionsQueue,
  imports,
  serviceCalls,
  services,
} from './context.ts';
import { continueCheck } from './continue-check.ts';
import { readBounces } from './read-bounces.ts';
import { importContacts } from './import-contacts.ts';

export const runConnections = /* @__PURE__ */ serveQueue(
  'runConnections',
  connectionMessage,
  {
    accounts,
    activity,
    applyJobs,
    blobs,
    bounceReads,
    bouncesQueue,
    clock,
    connections,
    connectionsQueue,
    env,
    ids,
    imports,
    lists,
    log,
    mailQueue,
    outbox,
    queues,
    reports,
    serviceCalls,
    services,
    webhookQueue,
  },
  (message, deps) => {
    switch (message.kind) {
      case 'import':
        return importContacts(deps, message);
      case 'apply':
        return changeContacts(deps, message);
      case 'bounces':
        return readBounces(deps, message);
      case 'watch':
        return continueCheck(deps, message);
    }
  },
);
