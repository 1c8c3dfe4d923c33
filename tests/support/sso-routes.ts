import { z } from 'zod';
import { SAMPLE_CLIENT } from '../../lab/embedded/identity-provider/sample-company.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { createLoginBrowser, loadSampleProvider } from './identity-provider.ts';
import type { RunningStack } from './stack.ts';
import { sessionHeadersOf, type WireCall } from './wire.ts';

/** Routes of single sign-on. Each call depends on the previous one. */
export const SSO_ROUTES: readonly RouteName[] = ['saveSso', 'startSso', 'completeSso', 'linkSso'];

type Headers = Readonly<Record<string, string>>;
type ExpectOk = (name: RouteName, given?: WireCall) => Promise<Readonly<Record<string, unknown>>>;

const saved = z.object({
  sso: z.object({ record_name: z.string(), record_value: z.string(), verified: z.boolean() }),
});
const started = z.object({ url: z.string(), challenge: z.string() });

/**
 * Sets single sign-on up with the provider of `npm start`; one person joins with it, another links
 * an existing login; then disables it.
 * @param logInAsBruno opens a session of the login that the second person already has
 * @param callRefused returns the body of a refused call
 * @returns the profile of the first person, in the session that the provider's response opened
 */
export async function exerciseSsoRoutes(
  { url, info }: Pick<RunningStack, 'info' | 'url'>,
  expectOk: ExpectOk,
  headers: Headers,
  logInAsBruno: () => Promise<Headers>,
  callRefused: (name: RouteName, given: WireCall) => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const { account_id: accountId } = await expectOk('me', { headers });
  const sso = {
    domain: 'acme.test',
    issuer: await loadSampleProvider(url),
    client_id: SAMPLE_CLIENT.id,
    client_secret: SAMPLE_CLIENT.secret,
    role: 'viewer',
    required: false,
  };
  const save = async () => saved.parse(await expectOk('saveSso', { headers, body: { sso } })).sso;
  const { record_name: name, record_value: value } = await save();
  const records = `http://127.0.0.1:${info.mailnet?.countersPort}/texts/${name}`;
  await fetch(records, { method: 'PUT', body: JSON.stringify([value]) });
  if (!(await save()).verified) throw new Error('the domain is not verified');

  const browserResponse = async (person: string) => {
    const body = { email: `${person}@${sso.domain}` };
    const flow = started.parse(await expectOk('startSso', { body }));
    const redirected = await createLoginBrowser().authorize(flow.url, person);
    const response = new URL(redirected).search.slice(1);
    return { body: { challenge: flow.challenge, account_id: accountId, response } };
  };
  const session = z.object({ token: z.string(), csrf_token: z.string() });
  const opened = session.parse(await expectOk('completeSso', await browserResponse('anna')));
  const profile = await expectOk('me', { headers: sessionHeadersOf(opened) });

  const bruno = await logInAsBruno();
  const refused = await callRefused('completeSso', await browserResponse('bruno'));
  const { challenge } = z.object({ challenge: z.string() }).parse(refused);
  await expectOk('linkSso', { headers: bruno, body: { challenge } });
  session.parse(await expectOk('completeSso', await browserResponse('bruno')));

  await expectOk('saveSso', { headers, body: { sso: null } });
  await fetch(records, { method: 'DELETE' });
  return profile;
}
