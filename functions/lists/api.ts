import { addressListRoutes } from '../../shared/contract/address-lists.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { listRoutes } from '../../shared/contract/lists.ts';
import { starterOf } from '../access/authenticate.ts';
import { activity, limits } from '../access/context.ts';
import { requireRole } from '../access/role.ts';
import { requireRecentProof } from '../access/second-factor.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { adjustments } from '../billing/context.ts';
import { ledger } from '../credits/context.ts';
import { forgetListAwaitingCredits } from '../low-credits/check-credits.ts';
import { lowBalanceAlerts } from '../low-credits/context.ts';
import { clock, blobs, ids, log, secrets } from '../platform/context.ts';
import { endpoints } from '../webhooks/context.ts';
import { lists, queues, bouncedAddresses, tasks } from './context.ts';
import { cancelFinishedList } from './history/cancel-finished-list.ts';
import { deleteList } from './history/delete-list.ts';
import { toListRow, describeList, toRecheckRow } from './history/describe-list.ts';
import { readHistoryPage } from './history/list-files.ts';
import { recheckList } from './recheck/recheck-list.ts';
import { downloadResult } from './result/download-result.ts';
import { readResultRows } from './result/list-rows.ts';
import { createListOfAddresses } from './upload/create-list.ts';
import { createUpload } from './upload/create-upload.ts';
import { receiveMultipart } from './upload/receive-multipart.ts';
import { stopWatch, startWatch } from './watch/watch-list.ts';

const PAGE_SIZE = 50;

export const createList = /* @__PURE__ */ serveRouteOf(
  addressListRoutes,
  'createList',
  { blobs, clock, endpoints, ids, limits, lists, log, queues },
  async ({ caller, body: { name, emails, webhook, idempotency_key }, header }, deps) => {
    const requestKey = idempotency_key || header('Idempotency-Key') || deps.ids.token(16);
    const list = await createListOfAddresses(deps, { caller, name, emails, webhook, requestKey });
    deps.log.info('upload', { list: list.listId });
    return { data: toListRow(list) };
  },
);

export const listLists = /* @__PURE__ */ serveRouteOf(
  addressListRoutes,
  'listLists',
  { lists },
  async ({ caller, query: { cursor } }, deps) => {
    const page = await deps.lists.newestAfter(caller.ownerId, cursor, PAGE_SIZE);
    return { data: { ...page, lists: page.lists.map(toListRow) } };
  },
);

export const upload = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'upload',
  { blobs, clock, ids, limits, lists, log, queues },
  async ({ caller, body, header }, deps) => {
    const file = {
      userId: caller.ownerId,
      user: caller.account,
      name: body.name,
      column: body.column,
      encoding: body.encoding,
      strict: body.strict === true || body.strict === 'true',
      separator: body.separator,
      asIs: body.as_is === true || body.as_is === 'true',
      ...starterOf(caller),
      requestKey: header('Idempotency-Key'),
    };
    const data =
      'file' in body
        ? await receiveMultipart(deps, {
            ...file,
            fileName: body.file.name,
            bytes: body.file.bytes,
          })
        : await createUpload(deps, {
            ...file,
            fileName: body.file_name,
            size: body.size,
            parts: body.parts,
          });
    deps.log.info('upload', { list: data.file_id });
    return { data };
  },
);

export const listFiles = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'listFiles',
  { clock, limits, lists },
  async ({ caller, query, language }, deps) => ({
    data: await readHistoryPage(deps, caller, query, language),
  }),
);

export const getFile = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'getFile',
  { clock, limits, lists },
  async ({ caller, params: { id }, language }, deps) => ({
    data: await describeList(deps, caller.ownerId, id, language),
  }),
);

export const listRows = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'listRows',
  { activity, blobs, bouncedAddresses, clock, limits, lists, tasks },
  async ({ caller, params: { id }, query }, deps) => ({
    data: await readResultRows(deps, caller.ownerId, id, query),
  }),
);

export const renameFile = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'renameFile',
  { lists },
  async ({ caller, params, body }, deps) => {
    const renamed = await deps.lists.rename(caller.ownerId, params.id, body.name);
    if (!renamed) throw new AppError('not_found');
    return { data: toListRow(renamed) };
  },
);

export const recheckFile = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'recheckFile',
  { clock, ledger, lists, log, queues },
  async ({ caller, params, header }, deps) => {
    const recheck = await recheckList(deps, caller.ownerId, params.id, {
      ...starterOf(caller),
      requestKey: header('Idempotency-Key'),
    });
    deps.log.info('recheck', { list: recheck.listId });
    return { data: toRecheckRow(recheck, deps.clock.now()) };
  },
);

export const verifyCorrections = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'verifyCorrections',
  { clock, ledger, lists, log, queues },
  async ({ caller, params, header }, deps) => {
    const recheck = await recheckList(deps, caller.ownerId, params.id, {
      ...starterOf(caller),
      requestKey: header('Idempotency-Key'),
      corrections: true,
    });
    deps.log.info('corrections', { list: recheck.listId });
    return { data: toRecheckRow(recheck, deps.clock.now()) };
  },
);

export const watchList = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'watchList',
  { clock, ids, lists, secrets },
  async ({ caller, params, body }, deps) => {
    const { startedBy } = starterOf(caller);
    const { every, max_credits: maxCredits, actions } = body;
    if (actions) {
      requireRole(caller.via === 'session' ? caller.role : 'member', 'admin');
      // A watch with actions writes verdicts back, so it needs the same proof as `applyVerdicts`.
      if (caller.via === 'session') await requireRecentProof(deps, caller, true);
    }
    const wanted = { every, maxCredits, startedBy, actions };
    return { data: await startWatch(deps, caller.ownerId, params.id, wanted) };
  },
);

export const unwatchList = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'unwatchList',
  { clock, lists },
  async ({ caller, params }, deps) => {
    await stopWatch(deps, caller.ownerId, params.id);
    return { data: {} };
  },
);

export const deleteFile = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'deleteFile',
  { activity, adjustments, clock, ledger, limits, lists, lowBalanceAlerts },
  async ({ caller, params, query }, deps) => {
    if (query.refund) {
      await cancelFinishedList(deps, caller.ownerId, params.id);
      return { data: {} };
    }
    await forgetListAwaitingCredits(deps, caller.account, params.id);
    await deleteList(deps, caller.ownerId, params.id);
    // The list may have begun to wait for credits between the first call and its deletion.
    await forgetListAwaitingCredits(deps, caller.account, params.id);
    return { data: {} };
  },
);

export const download = /* @__PURE__ */ serveRouteOf(
  listRoutes,
  'download',
  { activity, blobs, bouncedAddresses, clock, ids, limits, lists },
  async ({ caller, body, language }, deps) => {
    const result = await downloadResult(deps, caller.ownerId, body, language);
    if (result.kind === 'file') return result;
    return { data: { url: result.url, expires_at: result.expires_at } };
  },
);
