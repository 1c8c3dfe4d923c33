import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stripe } from 'stripe';

export const ANY_ID = 'any';

/**
 * Finds the requests that the source files in a folder can make through the Stripe SDK, such as
 * `GET /v1/charges/any`. Calls every `sdk.….…(` found there on a real SDK and records the request.
 */
export async function findSdkCalls(folder: string): Promise<string[]> {
  const sent: string[] = [];
  const sdk = new Stripe('sk_test_none', {
    httpClient: Stripe.createFetchHttpClient(async (...request) => {
      const { method, url } = new Request(...request);
      sent.push(`${method} ${new URL(url).pathname}`);
      return Response.json({});
    }),
  });
  for (const name of namesIn(folder)) {
    const path = name.split('.');
    const resource: unknown = path.slice(0, -1).reduce(member, sdk);
    const call = member(resource, path.at(-1) ?? '');
    if (typeof call !== 'function') throw new Error(`the SDK has no ${name}`);
    // The parameters are (id, params, options), or (params, options) for calls without an id.
    await call.apply(resource, call.length > 2 ? [ANY_ID] : []);
  }
  return sent.toSorted();
}

const member = (of: unknown, name: string): unknown => Reflect.get(Object(of), name);

function namesIn(folder: string): ReadonlySet<string> {
  const sources = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
  return new Set(
    sources.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\bsdk((?:\s*\.\w+)+)\(/g)].map(
        ([, members = '']) => members.replaceAll(/\s/g, '').slice(1),
      ),
    ),
  );
}
