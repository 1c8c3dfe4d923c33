import { AppError } from '../../shared/contract/errors.ts';
import { formRoutes, MAX_FORMS } from '../../shared/contract/forms.ts';
import { changedValues } from '../access/changed-values.ts';
import { accessChanges, accounts, activity, limits } from '../access/context.ts';
import { originOf } from '../access/origin.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { formCaptcha } from '../account/context.ts';
import {
  checkQueue,
  checks,
  checkSlots,
  domainReplies,
  domainEngine,
  engine,
} from '../checks/context.ts';
import { ledger } from '../credits/context.ts';
import { lowBalanceAlerts } from '../low-credits/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, env, ids, log, secrets } from '../platform/context.ts';
import { checkFormAddress } from './check-form.ts';
import { forms } from './context.ts';
import { describeForm } from './describe-form.ts';
import { deriveFormSecret } from './form-token.ts';

export const checkForm = /* @__PURE__ */ serveRouteOf(
  formRoutes,
  'checkForm',
  {
    accounts,
    checkQueue,
    checks,
    checkSlots,
    clock,
    lowBalanceAlerts,
    domainReplies,
    domainEngine,
    engine,
    env,
    formCaptcha,
    forms,
    ids,
    ledger,
    limits,
    log,
    mailQueue,
    secrets,
  },
  async ({ body, header, sourceIp }, deps) => ({
    data: await checkFormAddress(deps, { ...body, origin: header('Origin'), sourceIp }),
  }),
);

export const listForms = /* @__PURE__ */ serveRouteOf(
  formRoutes,
  'listForms',
  { clock, forms },
  async ({ caller: { account } }, deps) => {
    const all = await deps.forms.list(account.id);
    const rows = all.map((form) => describeForm(deps, account.id, form));
    return { data: { forms: await Promise.all(rows) } };
  },
);

export const createForm = /* @__PURE__ */ serveRouteOf(
  formRoutes,
  'createForm',
  { accessChanges, clock, forms, ids },
  async ({ body, ...call }, deps) => {
    const { account } = call.caller;
    // Concurrent calls may exceed the limit, which only keeps the number of forms small.
    if ((await deps.forms.list(account.id)).length >= MAX_FORMS)
      throw new AppError('too_many_forms');
    const now = deps.clock.now();
    const form = { ...body, id: deps.ids.ulid(now), created_at: new Date(now).toISOString() };
    const { id, name } = form;
    const change = { kind: 'form', what: 'added', target: id, name, by: originOf(call) } as const;
    await deps.forms.create(
      account.id,
      form,
      await deps.accessChanges.announce(account.id, change),
    );
    return { data: await describeForm(deps, account.id, form) };
  },
);

export const updateForm = /* @__PURE__ */ serveRouteOf(
  formRoutes,
  'updateForm',
  { activity, clock, forms },
  async ({ caller: { account }, params: { id }, body }, deps) => {
    const before = await deps.forms.get(account.id, id);
    if (!before) throw new AppError('not_found');
    const form = { ...before, ...body };
    const values = changedValues(before, form);
    const entry = {
      kind: 'form',
      what: 'changed',
      target: id,
      name: form.name,
      ...values,
    } as const;
    if (!(await deps.forms.replace(account.id, form, ...deps.activity.writes(account.id, entry))))
      throw new AppError('not_found');
    return { data: await describeForm(deps, account.id, form) };
  },
);

export const getFormSecret = /* @__PURE__ */ serveRouteOf(
  formRoutes,
  'getFormSecret',
  { forms, secrets },
  async ({ caller: { account }, params: { id } }, deps) => {
    if (!(await deps.forms.get(account.id, id))) throw new AppError('not_found');
    return { data: { secret: await deriveFormSecret(deps.secrets, id) } };
  },
);

export const deleteForm = /* @__PURE__ */ serveRouteOf(
  formRoutes,
  'deleteForm',
  { accessChanges, forms },
  async ({ params: { id }, ...call }, deps) => {
    const { account } = call.caller;
    const { name } = (await deps.forms.get(account.id, id)) ?? {};
    if (name === undefined) throw new AppError('not_found');
    const change = { kind: 'form', what: 'removed', target: id, name, by: originOf(call) } as const;
    const write = await deps.accessChanges.announce(account.id, change);
    if (!(await deps.forms.delete(account.id, id, write))) throw new AppError('not_found');
    return { data: {} };
  },
);
