import { afterAll, beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { startMailnet } from '../../packages/mailnet/src/index.ts';
import type { TestTable } from './dynamo.ts';
import { startHostileProvider } from './hostile-provider.ts';
import { createMemberHarness } from './member-harness.ts';
import type { Person } from './people.ts';
import { TEST_NOW } from './test-clock.ts';

type Settings = Readonly<Record<string, unknown>>;

const startedFlow = z.object({ url: z.catch(z.string(), ''), challenge: z.string() });
type Flow = z.infer<typeof startedFlow>;

interface BrowserResponse {
  readonly accountId?: string;
  readonly response?: string;
  /** Parameters of the provider's response to replace. */
  readonly changes?: Readonly<Record<string, string | undefined>>;
}

export const failed = (reason: string): unknown =>
  expect.objectContaining({ code: 'sso_failed', reason });

/** Provides each test with a domain, its DNS, and an OpenID provider that a test can make hostile. */
export async function createSsoHarness(table: TestTable) {
  const mailnet = await startMailnet({ seed: 1, dnsPort: 0, smtpPort: 0, now: () => TEST_NOW });
  const dns = { PUBLIC_DNS_SERVERS: `127.0.0.1:${mailnet.dnsPort}` };
  const members = createMemberHarness(table, { ...dns, WEBHOOKS_ALLOW_PRIVATE: 'true' });
  const { answerOf, context, owner } = members;
  const provider = await startHostileProvider(context.clock.now);
  afterAll(async () => {
    await Promise.all([mailnet.close(), provider.close()]);
  });

  let domains = 0;
  const domain = () => `company-${domains}.test`;
  const address = () => `anna@${domain()}`;
  beforeEach(() => {
    domains += 1;
    provider.answer({ claims: { email: address() } });
  });

  const harness = {
    ...members,
    dns,
    mailnet,
    provider,
    domain,
    /** Returns an address of the domain, which the provider returns as verified. */
    address,
    settings: (): Settings => ({
      domain: domain(),
      issuer: provider.issuer,
      client_id: 'tamis',
      client_secret: 'a secret of the client',
      role: 'member',
      required: false,
    }),

    /** Returns the data of a successful call. */
    read: async (...given: Parameters<typeof answerOf>) =>
      z.parse(
        z.record(z.string(), z.any()),
        z.looseObject({ data: z.any() }).parse(await answerOf(...given)).data,
      ),

    save: (changes: Settings = {}, by = owner()) =>
      answerOf('saveSso', by.headers, { body: { sso: { ...harness.settings(), ...changes } } }),

    /** Publishes the record of the account's domain, or removes it. */
    async publish(by = owner(), isPublished = true): Promise<void> {
      const { sso } = await harness.read('listMembers', by.headers);
      const { record_name: name, record_value: value } = sso;
      mailnet.setTexts(name, isPublished ? ['v=other', value] : undefined);
    },

    /** Sets single sign-on up, with a verified domain. */
    async setUp(changes: Settings = {}, by = owner()): Promise<void> {
      await harness.save(changes, by);
      await harness.publish(by);
      const { data } = z.object({ data: z.any() }).parse(await harness.save(changes, by));
      if (!data.sso.verified) throw new Error('the domain is not verified');
    },

    start: async (email = address(), challenge?: string): Promise<Flow> =>
      z.parse(startedFlow, await harness.read('startSso', {}, { body: { email, challenge } })),

    /** Completes a flow with the response of the provider. */
    complete({ url, challenge }: Flow, given: BrowserResponse = {}) {
      const redirected = () => new URL(provider.redirect(url, given.changes)).search.slice(1);
      const { accountId = owner().user.id, response = redirected() } = given;
      return answerOf('completeSso', {}, { body: { challenge, account_id: accountId, response } });
    },

    logIn: async (given?: BrowserResponse) => harness.complete(await harness.start(), given),

    /** Logs in, and returns the headers of calls in the session. */
    async openSession(): Promise<Record<string, string>> {
      const opened = z.object({ data: z.object({ token: z.string(), csrf_token: z.string() }) });
      const { data } = opened.parse(await harness.logIn());
      return { Authorization: `Bearer ${data.token}`, 'X-CSRF-Token': data.csrf_token };
    },

    /** Makes a session count as just proven. */
    prove: ({ sessionId }: Person) => context.sessions.recordProof(sessionId, context.clock.now()),
  };
  return harness;
}
