import { AppError } from '../../shared/contract/errors.ts';
import { connectionRoutes } from '../../shared/contract/connections.ts';
import { CREDITS_PER_EMAIL } from '../../shared/model/credits.ts';
import { accessChanges, accounts, activity, limits } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { lists } from '../lists/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, ids } from '../platform/context.ts';
import { startApplyJob, describeApplyJobs, toApplyJob, undoApplyJob } from './apply-verdicts.ts';
import { callConnection, requireConnection, translateFailure } from './call-connection.ts';
import { connectAccount, disconnectAccount, toConnection } from './connect-account.ts';
import {
  applyJobs,
  bounceReads,
  connections,
  connectionsQueue,
  imports,
  serviceCalls,
  serviceLogins,
  services,
} from './context.ts';
import { startImport, shownImports, toContactImport } from './start-import.ts';

export const listConnections = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'listConnections',
  { bounceReads, connections, imports, serviceLogins },
  async ({ caller }, deps) => {
    const [connected, started, reads] = await Promise.all([
      deps.connections.list(caller.ownerId),
      deps.imports.list(caller.ownerId),
      deps.bounceReads.list(caller.ownerId),
    ]);
    return {
      data: {
        connections: connected.map((each) => toConnection(each, reads)),
        imports: shownImports(started),
        logins: deps.serviceLogins.list(),
      },
    };
  },
);

export const connect = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'connect',
  {
    accessChanges,
    applyJobs,
    bounceReads,
    clock,
    connections,
    connectionsQueue,
    imports,
    serviceCalls,
    serviceLogins,
    services,
  },
  async ({ body, ...call }, deps) => {
    const connected = await connectAccount(deps, call, body);
    return { data: toConnection(connected, await deps.bounceReads.list(connected.userId)) };
  },
);

export const disconnect = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'disconnect',
  { accessChanges, connections },
  async ({ params, ...call }, deps) => {
    await disconnectAccount(deps, call, params.id);
    return { data: {} };
  },
);

export const listAudiences = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'listAudiences',
  { accounts, connections, mailQueue, serviceCalls, services },
  async ({ caller, params: { id }, query: { cursor } }, deps) => {
    const connection = await requireConnection(deps, caller.ownerId, id);
    const page = await translateFailure(
      callConnection(deps, connection, (service, call) => service.listAudiences(call, cursor)),
    );
    return { data: { audiences: [...page.items], next: page.next ?? null } };
  },
);

export const countAudience = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'countAudience',
  { accounts, connections, mailQueue, serviceCalls, services },
  async ({ caller, params: { id }, query: { audience_id } }, deps) => {
    const connection = await requireConnection(deps, caller.ownerId, id);
    const contacts = await translateFailure(
      callConnection(deps, connection, (service, call) => service.countContacts(call, audience_id)),
    );
    return { data: { contacts, credits: contacts * CREDITS_PER_EMAIL } };
  },
);

export const importContacts = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'importContacts',
  {
    accounts,
    clock,
    connections,
    connectionsQueue,
    ids,
    imports,
    limits,
    lists,
    mailQueue,
    serviceCalls,
    services,
  },
  async ({ caller, params, body, header }, deps) => {
    const started = await startImport(deps, {
      caller,
      connectionId: params.id,
      audienceId: body.audience_id,
      audience: body.audience,
      name: body.name,
      names: body.names === true,
      requestKey: header('Idempotency-Key') || deps.ids.token(16),
    });
    return { data: toContactImport(started) };
  },
);

export const getImport = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'getImport',
  { imports },
  async ({ caller, params: { id } }, deps) => {
    const found = await deps.imports.get(caller.ownerId, id);
    if (!found) throw new AppError('not_found');
    return { data: toContactImport(found) };
  },
);

export const applyVerdicts = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'applyVerdicts',
  { activity, applyJobs, clock, connections, connectionsQueue, ids, lists },
  async ({ caller, body, header }, deps) => {
    const key = header('Idempotency-Key') || deps.ids.token(16);
    const request = { listId: body.list_id, actions: body.actions, key };
    return { data: toApplyJob(await startApplyJob(deps, caller.ownerId, request)) };
  },
);

export const listApplyJobs = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'listApplyJobs',
  { applyJobs, lists, services },
  async ({ caller, query }, deps) => {
    const { canResubscribe, jobs } = await describeApplyJobs(deps, caller.ownerId, query.list_id);
    return { data: { can_resubscribe: canResubscribe, jobs: jobs.map(toApplyJob) } };
  },
);

export const undoApply = /* @__PURE__ */ serveRouteOf(
  connectionRoutes,
  'undoApply',
  { activity, applyJobs, clock, connections, connectionsQueue, lists },
  async ({ caller, params }, deps) => ({
    data: toApplyJob(await undoApplyJob(deps, caller.ownerId, params.id)),
  }),
);
