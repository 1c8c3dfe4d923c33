import { solveCaptcha } from './captcha-solution.ts';
import { ApiError } from '../../shared/contract/api-error.ts';
import { type Client, createClient } from '../../shared/contract/client.ts';

const CALL_MS = 30_000;

/** A client of a deployment: of nobody, of a session, or of an API key. */
export const clientAt = (
  baseUrl: string,
  caller: { readonly token?: string; readonly csrf?: string; readonly apiKey?: string } = {},
): Client =>
  createClient({
    baseUrl,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(CALL_MS) }),
    language: 'en',
    ...caller,
  });

/** Logs in, with the captcha that is asked for after failed attempts. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<Client> {
  const visitor = clientAt(baseUrl);
  const body = { email, password };
  const { data } = await visitor.login({ body }).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'captcha_required') throw error;
    const { data: challenge } = await visitor.captcha();
    const solution = await solveCaptcha(challenge);
    return visitor.login({ body: { ...body, 'g-recaptcha-response': solution } });
  });
  return clientAt(baseUrl, { token: data.token, csrf: data.csrf_token });
}
