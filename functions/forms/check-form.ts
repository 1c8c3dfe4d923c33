import type { z } from 'zod/mini';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { MAX_CHECK_SECONDS } from '../../shared/contract/checks.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { formRoutes } from '../../shared/contract/forms.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { formatUtcDate } from '../../shared/model/duration.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import { DEMO_KEY, parseFormKey } from '../../shared/model/form-key.ts';
import { consumeOrThrow, type RateLimiter } from '../access/limits/limits.ts';
import { networkOf, wideNetworkOf } from '../access/limits/network-of.ts';
import { verifyOne } from '../checks/check-attempt.ts';
import { checkAddress, type CheckEmailDeps } from '../checks/check-email.ts';
import { countVerdict, enforceCheckLimits, holdSlot } from '../checks/limit-single-checks.ts';
import { findSandboxVerdict } from '../checks/rules/sandbox.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { FormIncrements } from './adapters/forms.ts';
import type { FormsDeps } from './deps.ts';
import { deriveFormSecret, signFormToken } from './form-token.ts';

type Deps = CheckEmailDeps &
  Pick<
    FormsDeps,
    'accounts' | 'domainEngine' | 'formCaptcha' | 'forms' | 'limits' | 'mailQueue' | 'secrets'
  >;
type FormCheckResult = OutputOf<typeof formRoutes.checkForm>['data'];

interface FormCheckRequest extends z.output<typeof formRoutes.checkForm.body> {
  readonly origin: string | undefined;
  readonly sourceIp: string;
}

/** Time limit of a domain check, which the page requests while the visitor is still in the form. */
const DOMAIN_TIMEOUT_MS = 3_000;
/**
 * Number of calls beyond the daily limit that try to email the owner, because the function may be
 * killed before it sends the first email.
 */
const MAX_MAIL_TRIES = 3;

/**
 * Checks an address that a visitor entered into a customer's form. Visitors are anonymous, so a
 * daily limit caps the cost for the form's owner.
 * @throws {AppError} `wrong_api_key`, `api_paid_only`, `wrong_origin`, `daily_bound`,
 *   `too_many_requests`, `captcha_required` while the form checks many mailboxes; and as
 *   `checkAddress`
 */
export async function checkFormAddress(
  deps: Deps,
  request: FormCheckRequest,
): Promise<FormCheckResult> {
  const { accounts, clock, env, forms, limits, secrets } = deps;
  const { key, ask, captcha, origin, sourceIp } = request;
  const email = addressOfCell(request.email);
  const now = clock.now();

  if (key === DEMO_KEY) return checkDemoAddress(deps, email, request);
  const formKey = parseFormKey(key);
  if (!formKey) throw new AppError('wrong_api_key');
  const { userId, formId } = formKey;
  const [form, user] = await Promise.all([forms.get(userId, formId), accounts.get(userId)]);
  if (!form || user?.status !== USER_STATUS.active)
    throw new AppError('wrong_api_key', { security: 'key_refused', account: user?.id });
  const test = formKey.kind === 'test';
  if (!test && !user.paid) throw new AppError('api_paid_only');

  // Check the page's origin and the visitor's rate limit. Our origin is allowed too, because owners
  // test the form on our page.
  const count = (increments: FormIncrements, creditLimit?: number) =>
    forms.count(userId, formId, now, increments, creditLimit);
  const countUnanswered = async (error: unknown, refund?: FormIncrements): Promise<never> => {
    if (!test && ask === 'mailbox') await count({ ...refund, unanswered: 1 });
    throw error;
  };
  if (origin === undefined || ![...form.origins, env.PUBLIC_ORIGIN].includes(origin)) {
    await count({ wrong_origin: 1 });
    throw new AppError('wrong_origin');
  }
  const visitor = `${formId}#${networkOf(sourceIp)}`;
  await consumeOrThrow(limits, 'form_visitor', visitor).catch(countUnanswered);

  const countResult = async ({
    status,
    reason,
    suggestion,
  }: FormCheckResult = {}): Promise<FormCheckResult> => {
    if (!test) {
      if (suggestion !== undefined) await count({ suggested: 1 });
      if (status === 'undeliverable') await count({ undeliverable: 1 });
      if (reason === 'disposable') await count({ disposable: 1 });
    }
    return { status, reason, suggestion };
  };

  // Check the domain. This costs no credits, so rate limits cap the work. A test key does not
  // trigger a lookup.
  if (ask === 'domain') {
    if (test || findSandboxVerdict(email)) return {};
    for (const limit of ['form_domain', 'form_domain_day'] as const)
      await consumeOrThrow(limits, limit, formId);
    await consumeOrThrow({ consume: limits.peek }, 'form_domain_time', userId);
    const verdict = await verifyOne(deps.domainEngine, email, userId, now + DOMAIN_TIMEOUT_MS);
    await limits.record('form_domain_time', userId, (clock.now() - now) / DOMAIN_TIMEOUT_MS);
    // This engine contacts no mail server, so an `unknown` verdict says nothing about the mailbox,
    // and only its suggestion is returned.
    return countResult(
      verdict?.status === 'unknown' ? { suggestion: verdict.suggestion } : verdict,
    );
  }

  // Check the mailbox. This costs credits, so require proof of work under load and reserve a credit
  // of the daily limit.
  if (!readAddress(email)) throw new AppError('bad_address');
  if (!test) {
    const pace = await limits.consume('form_pace', formId);
    if (!pace.allowed) await requireProofOfWork(deps, captcha);
    if (!(await count({ asked: 1, credits: 1 }, form.daily_checks))) {
      const today = await count({ over_bound: 1 });
      const params = { formName: form.name, bound: form.daily_checks };
      const mail = { template: 'form_bound', params } as const;
      // The id makes the email unique per day. If this call is killed, the next call sends the
      // email.
      if (today && today.over_bound <= MAX_MAIL_TRIES)
        await deps.mailQueue.send(
          createMailMessage(user, `form_bound:${formId}:${today.day}`, mail),
        );
      throw new AppError('daily_bound');
    }
  }
  // The key contains the date, because verdicts expire after a day and a key cannot be reused
  // afterward.
  const day = formatUtcDate(now);
  const by = key.slice(-4);
  const check = async (givenUpCount: number): ReturnType<typeof checkAddress> => {
    const idempotencyKey = `form ${formId} ${day} ${givenUpCount} ${email}`;
    try {
      return await checkAddress(deps, { user, test, formId }, { email, by, idempotencyKey });
    } catch (error) {
      // The key of an abandoned check cannot be reused either, so try the next number.
      if (error instanceof AppError && error.code === 'request_reused')
        return check(givenUpCount + 1);
      return countUnanswered(error, { asked: -1, credits: -1 });
    }
  };
  const { verdict, chargedNow } = await check(0);
  // An unknown or repeated address is free and does not count toward the daily limit.
  if (!test && !chargedNow) await count({ credits: -1 });
  if (!verdict) return {};
  const secret = await deriveFormSecret(secrets, formId);
  const token = signFormToken(secret, { email, key, status: verdict.status }, clock.now());
  return { ...(await countResult(verdict)), token };
}

async function requireProofOfWork(
  { formCaptcha }: Deps,
  solution: string | undefined,
): Promise<void> {
  if (!(solution && (await formCaptcha.redeem(solution))))
    throw new AppError('captcha_required', { body: { challenge: await formCaptcha.challenge() } });
}

/** All visitors share the limits of one trial account. */
const VISITORS = { id: 'demo', paid: false };

/**
 * Checks an address that a visitor entered on the start page. The check is free and stores no
 * address, so it requires a proof of work and is limited per network and in total.
 * @throws {AppError} `wrong_origin` on other sites, `bad_address`, `daily_bound` if no free check is
 *   left, `captcha_required`, `checks_unavailable`; `too_many_requests` for guessed addresses, or
 *   while other visitors' checks are running
 */
async function checkDemoAddress(
  deps: Deps,
  address: string,
  { ask, captcha, origin, sourceIp }: FormCheckRequest,
): Promise<FormCheckResult> {
  const { clock, engine, env, limits } = deps;
  if (origin !== env.PUBLIC_ORIGIN) throw new AppError('wrong_origin');
  if (!readAddress(address)) throw new AppError('bad_address');
  const { status, reason } = findSandboxVerdict(address) ?? {};
  if (status || ask === 'domain') return { status, reason };

  const applyLimits = async (consume: RateLimiter['consume']): Promise<void> => {
    await consumeOrThrow({ consume }, 'demo_network', wideNetworkOf(sourceIp), 'daily_bound');
    await consumeOrThrow({ consume }, 'demo', 'all', 'daily_bound');
  };
  // Reject the check before the visitor's browser solves the challenge.
  await applyLimits(limits.peek);
  await enforceCheckLimits(deps, VISITORS, address, true);
  await requireProofOfWork(deps, captcha);

  const { verdict } = await holdSlot(deps, VISITORS, undefined, async () => {
    await applyLimits(limits.consume);
    const deadline = clock.now() + MAX_CHECK_SECONDS * 1000;
    return { verdict: await verifyOne(engine, address, VISITORS.id, deadline) };
  });
  if (!verdict) throw new Error('the engine returned no verdict');
  await countVerdict(deps, VISITORS, verdict, true);
  return { status: verdict.status, reason: verdict.reason, suggestion: verdict.suggestion };
}
