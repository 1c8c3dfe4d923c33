import { accountRoutes } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { keyRoutes } from '../../shared/contract/keys.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import {
  accessChanges,
  accessItems,
  accountQueue,
  accounts,
  activity,
  apiKeys,
  keyUse,
  limits,
  namedKeys,
  sessions,
} from '../access/context.ts';
import { type CallOf, originOf } from '../access/origin.ts';
import { logSecurity } from '../access/security-log.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { ledger, figures } from '../credits/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, env, secrets, log, ids } from '../platform/context.ts';
import { recordAcceptedTerms } from './accept-terms.ts';
import {
  captcha as captchaFactory,
  passwords,
  registrations,
  passwordResets,
  closedAccounts,
  publicDns,
} from './context.ts';
import { describeMe } from './describe-me.ts';
import { changeProfile } from './edit-profile.ts';
import { emailPasswordReset } from './forget-password.ts';
import { addNamedKey, type KeyRequest, describeKeys, revokeNamedKey } from './keys.ts';
import { logIn } from './login.ts';
import { startRegistration } from './register.ts';
import { emailNewOtp } from './resend-otp.ts';
import { replaceFirstKey } from './reset-api-key.ts';
import { replacePassword } from './reset-password.ts';
import { completeRegistration } from './verify-otp.ts';
import { openOwnAccount } from './welcome-gift.ts';

const keyRequestOf = (call: CallOf<SessionCaller>): KeyRequest => ({
  user: call.caller.account,
  role: call.caller.role,
  personId: call.caller.person.id,
  sourceIp: call.sourceIp,
  by: originOf(call),
});

export const captcha = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'captcha',
  { captcha: captchaFactory },
  async (_, deps) => ({ data: await deps.captcha.challenge() }),
);

export const register = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'register',
  {
    accounts,
    captcha: captchaFactory,
    clock,
    ids,
    limits,
    log,
    mailQueue,
    passwords,
    registrations,
    secrets,
  },
  async ({ body, sourceIp }, deps) => ({ data: await startRegistration(deps, body, sourceIp) }),
);

export const verifyOtp = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'verifyOtp',
  {
    accounts,
    activity,
    apiKeys,
    clock,
    closedAccounts,
    figures,
    ids,
    ledger,
    limits,
    log,
    passwords,
    publicDns,
    registrations,
    secrets,
    sessions,
  },
  async ({ body, header, sourceIp }, deps) => ({
    data: await completeRegistration(deps, {
      ...body,
      sourceIp,
      from: originOf({ header, sourceIp }),
    }),
  }),
);

export const resendOtp = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'resendOtp',
  { clock, ids, limits, log, mailQueue, registrations, secrets },
  async ({ body, language, sourceIp }, deps) => ({
    data: await emailNewOtp(deps, { ...body, language, sourceIp }),
  }),
);

export const login = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'login',
  {
    accessChanges,
    accounts,
    activity,
    apiKeys,
    captcha: captchaFactory,
    clock,
    ids,
    limits,
    passwords,
    registrations,
    secrets,
    sessions,
  },
  async ({ body, header, sourceIp }, deps) => ({
    data: await logIn(deps, { ...body, sourceIp, from: originOf({ header, sourceIp }) }),
  }),
);

export const forgetPassword = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'forgetPassword',
  { accountQueue, clock, ids, limits },
  async ({ body }, deps) => {
    await emailPasswordReset(deps, body.email);
    return { data: {} };
  },
);

export const resetPassword = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'resetPassword',
  {
    accessItems,
    accountQueue,
    accounts,
    clock,
    log,
    mailQueue,
    passwordResets,
    passwords,
    sessions,
  },
  async ({ body, sourceIp }, deps) => {
    const { email, token, new_password: password } = body;
    await replacePassword(deps, { email, token, password, sourceIp });
    return { data: {} };
  },
);

export const logout = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'logout',
  { log, sessions },
  async ({ caller, sourceIp }, deps) => {
    await deps.sessions.delete(caller.person.id, caller.sessionId);
    logSecurity(deps.log, { what: 'session_ended', account: caller.person.id, sourceIp });
    return { data: {} };
  },
);

export const me = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'me',
  { accounts, activity, apiKeys, clock, env, ledger, secrets },
  async ({ caller }, deps) => {
    const { account, person, viaSso } = caller;
    const isOnlyOne = person.memberOnly && person.joined?.length === 1;
    // The log of the account on which a session acts by default has each login.
    if (account.id !== person.id && !viaSso && !isOnlyOne) {
      const entry = { kind: 'login', what: 'added', target: person.id, name: '' } as const;
      await deps.activity.recordDaily(account.id, entry);
    }
    return { data: await describeMe(deps, caller) };
  },
);

export const editProfile = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'editProfile',
  {
    accessItems,
    accountQueue,
    accounts,
    apiKeys,
    clock,
    env,
    ids,
    ledger,
    limits,
    log,
    mailQueue,
    passwords,
    secrets,
    sessions,
  },
  async ({ caller, body, sourceIp }, deps) => {
    const edited = await changeProfile(deps, { ...caller, sourceIp }, body);
    const user = await describeMe(deps, caller, edited.user);
    return { data: { user, password_changed: edited.passwordChanged } };
  },
);

export const setLanguage = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'setLanguage',
  { accounts, apiKeys, clock, env, ledger, secrets },
  async ({ caller, body }, deps) => {
    const user = await deps.accounts.setPreference(caller.person.id, body);
    if (!user) throw new AppError('unauthenticated');
    return { data: await describeMe(deps, caller, user) };
  },
);

export const getApiKey = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'getApiKey',
  { apiKeys },
  async ({ caller }, deps) => {
    const apiKey = await deps.apiKeys.reveal(caller.account);
    if (apiKey === null) throw new AppError('api_paid_only');
    return { data: { api_key: apiKey } };
  },
);

export const resetApiKey = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'resetApiKey',
  { accessChanges, apiKeys, log },
  async (call, deps) => ({ data: await replaceFirstKey(deps, keyRequestOf(call)) }),
);

export const resetApiKeyByGet = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'resetApiKeyByGet',
  { accessChanges, apiKeys, log },
  async (call, deps) => {
    // A browser that prefetches the link must not reset the key.
    if (call.header('Sec-Purpose')?.includes('prefetch')) throw new AppError('forbidden');
    return { data: await replaceFirstKey(deps, keyRequestOf(call)) };
  },
);

export const acceptTerms = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'acceptTerms',
  { accounts, apiKeys, clock, env, ledger, secrets },
  async ({ caller, sourceIp }, deps) => {
    const user = await recordAcceptedTerms(deps, { userId: caller.account.id, sourceIp });
    return { data: await describeMe(deps, caller, user) };
  },
);

export const openAccount = /* @__PURE__ */ serveRouteOf(
  accountRoutes,
  'openAccount',
  { accounts, apiKeys, clock, closedAccounts, figures, ledger, limits, log, publicDns, secrets },
  async ({ caller }, deps) => {
    await openOwnAccount(deps, caller.person);
    return { data: {} };
  },
);

export const listKeys = /* @__PURE__ */ serveRouteOf(
  keyRoutes,
  'listKeys',
  { apiKeys, keyUse, namedKeys },
  async ({ caller }, deps) => ({
    data: { keys: await describeKeys(deps, caller.account, caller.person.id) },
  }),
);

export const createKey = /* @__PURE__ */ serveRouteOf(
  keyRoutes,
  'createKey',
  { accessChanges, clock, ids, log, namedKeys },
  async ({ body, ...call }, deps) => ({
    data: await addNamedKey(deps, keyRequestOf(call), body),
  }),
);

export const revokeKey = /* @__PURE__ */ serveRouteOf(
  keyRoutes,
  'revokeKey',
  { accessChanges, log, namedKeys },
  async ({ params, ...call }, deps) => {
    await revokeNamedKey(deps, keyRequestOf(call), params.id);
    return { data: {} };
  },
);
