import { z } from 'zod';
import { SAMPLE_KEYS } from '../../localstack/embedded/sample-services/sample-services.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { waitUntil } from './customer.ts';
import type { WireCall } from './wire.ts';

/** Routes of connections to other services. Each call depends on the previous one. */
export const CONNECTION_ROUTES: readonly RouteName[] = [
  'connect',
  'listConnections',
  'listAudiences',
  'countAudience',
  'importContacts',
  'getImport',
  'disconnect',
];

const identified = z.object({ id: z.string() });
const page = z.object({ audiences: z.array(z.object({ id: z.string(), name: z.string() })) });

/**
 * Connects an account of a fake of `npm start`, imports a small audience, and disconnects it.
 * @returns the finished import
 */
export async function exerciseConnectionRoutes(
  expectOk: (name: RouteName, given?: WireCall) => Promise<Readonly<Record<string, unknown>>>,
  headers: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const body = { service: 'mailchimp', key: SAMPLE_KEYS.mailchimp };
  const params = identified.parse(await expectOk('connect', { headers, body }));
  await expectOk('listConnections', { headers });
  const { audiences } = page.parse(await expectOk('listAudiences', { headers, params }));
  const { id: audienceId = '', name = '' } =
    audiences.find((each) => each.name.includes('2')) ?? {};
  await expectOk('countAudience', { headers, params, query: { audience_id: audienceId } });
  const request = { audience_id: audienceId, audience: name, names: true };
  const started = identified.parse(
    await expectOk('importContacts', { headers, params, body: request }),
  );
  const done = await waitUntil(
    () => expectOk('getImport', { headers, params: started }),
    ({ state }) => state === 'finished' || state === 'failed',
  );
  await expectOk('disconnect', { headers, params });
  return done;
}
