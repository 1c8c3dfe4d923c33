import { expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import { API_RATE_LIMITS } from '../../shared/contract/limits/limits.ts';
import { createAccountHarness } from '../support/account-harness.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import { createFakeVerdict } from '../support/fake-engine.ts';
import type { Person } from '../support/people.ts';
import { randomFrom } from '../support/random.ts';
import { routes } from '../support/routes.ts';

/** Attacks on a form's owner, and on other customers, by strangers with the form's public key. */

const { call, context, person } = createAccountHarness();

const SITE = 'https://shop.example';
const ORIGINS = 100;
const DAILY_LIMIT = 25;
const CREDITS = 500;
/** Maximum concurrent checks of a form. */
const SLOTS = 3;
const WAVES = 40;

async function payer(): Promise<Person> {
  const paid = await person({ paid: true });
  await context().ledger.grant(paid.user.id, { source: 'test', amount: CREDITS, why: 'test' });
  return paid;
}

/** Creates a form with a daily limit, and functions with which strangers use its key. */
async function stage({
  owner: given,
  daily = DAILY_LIMIT,
}: { owner?: Person; daily?: number } = {}) {
  const owner = given ?? (await payer());
  const body = { name: 'Newsletter', origins: [SITE], daily_checks: daily };
  const made = await call(routes.createForm, { headers: owner.headers, body });
  const key = String(made.body.data?.['live_key']);
  let requestCount = 0;
  let proofs = 0;
  /** Checks an address, with proof of work if required. `origin` is undefined for a program. */
  const ask = async (
    origin: string | undefined,
    sourceIp: string,
    email = `ok${(requestCount += 1)}@a.fr`,
    kind = 'mailbox',
  ): Promise<string> => {
    const headers = {
      'Content-Type': 'text/plain',
      ...(origin !== undefined && { Origin: origin }),
    };
    const send = (captcha?: string) =>
      call(routes.checkForm, {
        headers,
        body: JSON.stringify({ key, email, ask: kind, captcha }),
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
  const event = createApiEvent(routes.checkEmail.route, { headers, body: { email } });
  return (await invoke(routes.checkEmail, context(), event)).statusCode;
}

const network = (at: number): string => `198.18.${Math.floor(at / 250)}.${at % 250}`;
const countsOf = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]),
  );

it('calls from a hundred other origins, or from none, cost the owner nothing', async () => {
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
 * Simulates programs that forge the site's origin, each from a different network, concurrently, for
 * several days.
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
    for (let wave = 0; wave < WAVES; wave += 1) {
      const places = Array.from({ length: SLOTS }, () => network(Math.floor(random() * 5000)));
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
  expect(answered).toBe(3 * WAVES);
  expect(mailIds.size).toBe(3);
  expect(proofs).toBeGreaterThan(0);
  expect(countsOf(codes)).toMatchObject({ answered: 3 * DAILY_LIMIT });
  expect(new Set(codes)).toEqual(new Set(['answered', 'daily_bound']));
});

it('detects a planted bug: the limit is read before it is counted', async () => {
  const { forms } = context();
  const { count } = forms;
  forms.count = async (userId, id, now, increments, creditLimit = Infinity) => {
    const [today] = await forms.days(userId, id, now);
    return (today?.credits ?? 0) >= creditLimit ? undefined : count(userId, id, now, increments);
  };
  expect((await flood(1)).worst).toBeGreaterThan(DAILY_LIMIT);
});

it('unknown and repeated addresses of strangers leave visitors the whole daily limit', async () => {
  const { ask, owner, paid } = await stage({ daily: 5 });
  const credits = async () => {
    const { body } = await call(routes.listForms, { headers: owner.headers });
    const { forms } = body.data as { forms: { days: { credits: number }[] }[] };
    return forms[0]?.days[0]?.credits;
  };
  const bursts = Array.from({ length: 8 }, (_, burst) =>
    [0, 1, 2].map((at) => (burst % 2 === 0 ? `odd${burst}-${at}@a.fr` : 'ok-same@a.fr')),
  );
  for (const [burst, emails] of bursts.entries()) {
    const asked = emails.map((email, at) => ask(SITE, network(8000 + 3 * burst + at), email));
    expect(await Promise.all(asked)).toEqual(['answered', 'answered', 'answered']);
  }
  expect([await paid(), await credits()]).toEqual([1, 1]);
  const codes: string[] = [];
  for (let at = 0; at < 4; at += 1)
    codes.push(
      ...(await Promise.all([ask(SITE, network(8100 + at)), ask(SITE, network(8200 + at))])),
    );
  expect(countsOf(codes)).toEqual({ answered: 4, daily_bound: 4 });
  expect([await paid(), await credits()]).toEqual([5, 5]);
});

it('a network can check only a limited number of addresses, whatever proof of work it has', async () => {
  const { ask } = await stage();
  const codes = [];
  for (let at = 0; at <= API_RATE_LIMITS.form_visitor.calls; at += 1)
    codes.push(await ask(SITE, network(0)));
  const refused = codes.filter((code) => code === 'too_many_requests');
  expect(refused.length).toBeGreaterThan(0);
  expect(countsOf(codes)['answered']).toBe(DAILY_LIMIT);
});

/** Keeps mail servers silent about `silent…` addresses until they are released. */
function stallServers() {
  const { engine } = context();
  const { verify } = engine;
  let waiting = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  engine.verify = async function* (addresses, options) {
    const [email = ''] = addresses;
    if (!email.startsWith('silent')) return yield* verify(addresses, options);
    waiting += 1;
    await released;
    yield { index: 0, verdict: createFakeVerdict(email, 'unknown', 'timeout') };
  };
  return { waiting: () => waiting, release: () => release(undefined) };
}

it('checks of silent addresses through a form leave slots for its owner’s API and other forms', async () => {
  const { ask, owner } = await stage();
  const otherForm = await stage({ owner });
  const servers = stallServers();
  const asked = Array.from({ length: 10 }, (_, at) => ask(SITE, network(0), `silent${at}@a.fr`));
  await expect.poll(servers.waiting).toBe(3);
  const own = Array.from({ length: 10 }, (_, at) => check(owner, `silent-own${at}@a.fr`));
  await expect.poll(servers.waiting).toBe(13);
  expect(await otherForm.ask(SITE, network(1))).toBe('answered');
  servers.release();
  expect(await Promise.all(own)).toEqual(Array(10).fill(200));
  expect(countsOf(await Promise.all(asked))).toEqual({ answered: 3, too_many_requests: 7 });
});

/** Number of guesses that the test records in advance, to reach the limit sooner. */
const EARLIER = 550;

it('guesses at one company are slowed down, but other visitors and the owner are not', async () => {
  const { ask, owner } = await stage({ daily: 10_000 });
  await context().ledger.grant(owner.user.id, { source: 'more', amount: 2000, why: 'test' });
  const otherForm = await stage({ owner, daily: 10_000 });
  await context().limits.record('guessed_domain', `${owner.user.id}#form:acme.fr`, EARLIER);
  const guesses: string[] = [];
  const visits: string[] = [];
  for (let at = 0; at < 250; at += 1) {
    context().clock.advance(100);
    const form = at % 2 === 0 ? ask : otherForm.ask;
    guesses.push(await form(SITE, network(9000 + at), `bad${at}@acme.fr`));
    if (at % 10 === 0) visits.push(await ask(SITE, network(9000 + at), `bad@d${at}.fr`));
  }
  const { calls, seconds } = API_RATE_LIMITS.guessed_domain;
  const { answered = 0, too_many_requests: refused = 0 } = countsOf(guesses);
  expect(answered + refused).toBe(250);
  expect(answered).toBeLessThanOrEqual(30 + calls - EARLIER + (25 * calls) / seconds);
  expect(answered).toBeGreaterThan(calls - EARLIER);
  expect(countsOf(visits)).toEqual({ answered: 25 });
  expect(await check(owner, 'bad-own@acme.fr')).toBe(200);
  expect(context().lines.filter((line) => line.includes('addresses_guessed'))).toHaveLength(1);
});

it('domain checks from many networks are limited to what a page needs', async () => {
  const { ask } = await stage();
  const codes: string[] = [];
  const durationSeconds = 20;
  for (let second = 0; second < durationSeconds; second += 1) {
    for (let at = 0; at < 20; at += 1)
      codes.push(await ask(SITE, network(7000 + 20 * second + at), `a@d${at}.fr`, 'domain'));
    context().clock.advance(1000);
  }
  const { calls, seconds } = API_RATE_LIMITS.form_domain;
  const answered = codes.filter((code) => code === 'answered').length;
  expect(answered).toBeLessThanOrEqual(calls + (durationSeconds * calls) / seconds);
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(
    20 * durationSeconds - answered,
  );
});

it('domains of silent name servers occupy few of the functions that all forms share', async () => {
  const { ask, owner } = await stage();
  const forms = [ask, (await stage({ owner })).ask, (await stage({ owner })).ask];
  const { clock, domainEngine } = context();
  let started: PromiseWithResolvers<undefined>[] = [];
  domainEngine.verify = async function* () {
    const silence = Promise.withResolvers<undefined>();
    started.push(silence);
    await silence.promise;
    yield* [];
  };
  let occupiedSeconds = 0;
  const startedAt = clock.now();
  for (let wave = 0; wave < 20; wave += 1) {
    started = [];
    const asked = forms.flatMap((each, form) =>
      Array.from({ length: 10 }, (_, at) =>
        each(SITE, network(12_000 + 30 * wave + 10 * form + at), `a@d${at}.fr`, 'domain').finally(
          () => (settled += 1),
        ),
      ),
    );
    let settled = 0;
    await expect.poll(() => started.length + settled).toBe(asked.length);
    clock.advance(3000);
    occupiedSeconds += 3 * started.length;
    for (const { resolve } of started) resolve(undefined);
    await Promise.all(asked);
  }
  const seconds = (clock.now() - startedAt) / 1000;
  expect(occupiedSeconds / seconds).toBeLessThan(10);
});

it('ten thousand visitors a day are answered in the busiest minutes, without proof of work', async () => {
  const { ask, proofs } = await stage({ daily: 10_000 });
  const codes: string[] = [];
  // A tenth of the daily visitors arrive within one hour.
  for (let at = 0; at < 240; at += 3) {
    const visitors = [0, 1, 2].map(async (next) => {
      const place = network(6000 + at + next);
      const email = `ok-${at + next}@a.fr`;
      return [await ask(SITE, place, email, 'domain'), await ask(SITE, place, email)];
    });
    codes.push(...(await Promise.all(visitors)).flat());
    context().clock.advance(3 * 3600);
  }
  expect(countsOf(codes)).toEqual({ answered: 480 });
  expect(proofs()).toBe(0);
});
