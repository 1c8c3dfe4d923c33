import { expect, it } from 'vitest';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { LIMITS } from '../../shared/contract/limits/limits.ts';
import { accountStage } from '../support/account-stage.ts';
import { invoke } from '../support/invoke.ts';
import { apiEvent } from '../support/api-event.ts';
import type { Person } from '../support/people.ts';
import { randomFrom } from '../support/random.ts';
import { routes } from '../support/routes.ts';

/** Attacks on a form's owner, and on other customers, by strangers with the form's public key. */

const { call, context, person } = accountStage();

const SITE = 'https://shop.example';
const ORIGINS = 1000;
const DAILY_LIMIT = 25;
const CREDITS = 500;
const DAY_MS = 24 * 3600 * 1000;

async function payer(): Promise<Person> {
  const paid = await person({ paid: true });
  await context().ledger.grant(paid.user.id, { source: 'test', amount: CREDITS, why: 'test' });
  return paid;
}

/** Creates an owner of a form with a daily limit, and calls of strangers with its key. */
async function stage() {
  const owner = await payer();
  const body = { name: 'Newsletter', origins: [SITE], daily_checks: DAILY_LIMIT };
  const made = await call(routes.createForm, { headers: owner.headers, body });
  const key = String(made.body.data?.['live_key']);
  let requestCount = 0;
  let proofs = 0;
  /**
   * Checks a new mailbox with the required proof of work, from a page of an origin or, without an
   * origin, from a program.
   */
  const ask = async (origin: string | undefined, sourceIp: string): Promise<string> => {
    const email = `ok${(requestCount += 1)}@a.fr`;
    const headers = {
      'Content-Type': 'text/plain',
      ...(origin !== undefined && { Origin: origin }),
    };
    const send = (captcha?: string) =>
      call(routes.checkForm, {
        headers,
        body: JSON.stringify({ key, email, ask: 'mailbox', captcha }),
        sourceIp,
      });
    const first = await send();
    if (first.body.code !== 'captcha_required') return String(first.body.code ?? 'answered');
    proofs += 1;
    const { challenge } = first.body as Record<string, unknown>;
    const { body: second } = await send(await solveCaptcha(challenge));
    return String(second.code ?? 'answered');
  };
  const paid = async () => (await context().ledger.balance(owner.user.id)).consumed;
  return { owner, ask, paid, proofs: () => proofs };
}

async function check({ headers }: Person, email: string): Promise<number> {
  const event = apiEvent(routes.checkEmail.route, { headers, body: { email } });
  return (await invoke(routes.checkEmail, context(), event)).statusCode;
}

const network = (at: number): string => `198.18.${Math.floor(at / 250)}.${at % 250}`;
const countsOf = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]),
  );

it('calls from a thousand other origins, or from none, cost the owner nothing', async () => {
  const { ask, owner, paid } = await stage();
  const forged = [
    ...Array.from({ length: ORIGINS }, (_, at) => `https://shop-${at}.example`),
    undefined,
    '',
    'null',
    '*',
    `${SITE}/`,
    `${SITE}:443`,
    `${SITE}.evil.example`,
    `https://evil.example#${SITE}`,
    `${SITE}, ${SITE}`,
    `${SITE.toUpperCase()}`,
  ];
  const codes = [];
  for (const [at, origin] of forged.entries()) codes.push(await ask(origin, network(at)));
  expect(countsOf(codes)).toEqual({ wrong_origin: forged.length });
  expect(await paid()).toBe(0);
  const { body } = await call(routes.listForms, { headers: owner.headers });
  expect(body.data).toMatchObject({ forms: [{ days: [{ wrong_origin: forged.length }] }] });
});

/**
 * Simulates programs that forge the site's origin, each from a different network, concurrently, day
 * after day.
 * @returns credits used on the busiest day, and answered checks of another customer
 */
async function flood(days: number) {
  const { ask, owner, paid, proofs } = await stage();
  const other = await payer();
  const random = randomFrom(7);
  const codes: string[] = [];
  const costs: number[] = [];
  let answered = 0;
  for (let day = 0; day < days; day += 1) {
    const before = await paid();
    for (let wave = 0; wave < 12; wave += 1) {
      const places = Array.from({ length: 10 }, () => network(Math.floor(random() * 5000)));
      const [status, ...formCodes] = await Promise.all([
        check(other, `ok${wave}@b.fr`),
        ...places.map((place) => ask(SITE, place)),
      ]);
      codes.push(...formCodes);
      if (status === 200) answered += 1;
    }
    costs.push((await paid()) - before);
    context().clock.advance(DAY_MS);
  }
  const mails = context().mails.filter(
    ({ to, content }) => to === owner.user.email && content.template === 'form_bound',
  );
  return {
    codes,
    worst: Math.max(...costs),
    answered,
    mailIds: new Set(mails.map(({ id }) => id)),
    proofs: proofs(),
  };
}

it('a form flooded from many networks uses at most its daily limit, and other forms still respond', async () => {
  const { codes, worst, answered, mailIds, proofs } = await flood(3);
  expect(worst).toBe(DAILY_LIMIT);
  expect(answered).toBe(3 * 12);
  expect(mailIds.size).toBe(3);
  expect(proofs).toBeGreaterThan(0);
  expect(countsOf(codes)).toMatchObject({ answered: 3 * DAILY_LIMIT });
  expect(new Set(codes)).toEqual(new Set(['answered', 'daily_bound']));
});

it('finds the planted bug that the limit is read before it is counted', async () => {
  const { forms } = context();
  const { count } = forms;
  forms.count = async (userId, id, name, now, maxCount = Infinity) => {
    const [today] = await forms.days(userId, id, now);
    return (today?.[name] ?? 0) >= maxCount ? undefined : count(userId, id, name, now);
  };
  expect((await flood(1)).worst).toBeGreaterThan(DAILY_LIMIT);
});

it('one network can check a limited number of addresses per form, whatever its proof of work', async () => {
  const { ask } = await stage();
  const codes = [];
  for (let at = 0; at <= LIMITS.form_visitor.calls; at += 1)
    codes.push(await ask(SITE, network(0)));
  const refused = codes.filter((code) => code === 'too_many_requests');
  expect(refused.length).toBeGreaterThan(0);
  expect(countsOf(codes)['answered']).toBe(DAILY_LIMIT);
});
