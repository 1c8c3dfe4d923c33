import { z } from 'zod';
import { SAMPLE_KEYS } from '../../lab/embedded/sample-services/sample-services.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { waitUntil, waitUntilFinished } from './customer.ts';
import type { WireCall } from './wire.ts';

/** Routes of connections to other services. Each call depends on the previous one. */
export const CONNECTION_ROUTES: readonly RouteName[] = [
  'connect',
  'listConnections',
  'listAudiences',
  'countAudience',
  'importContacts',
  'getImport',
  'applyVerdicts',
  'listApplyJobs',
  'undoApply',
  'disconnect',
];

const identified = z.object({ id: z.string() });
const jobs = z.object({ jobs: z.array(z.object({ state: z.string() })) });
const page = z.object({ audiences: z.array(z.object({ id: z.string(), name: z.string() })) });

/**
 * Connects an account of a fake service of `npm start`, imports a small audience, writes its
 * verdicts back, undoes that, and disconnects the account.
 * @returns the finished import, and the last state of the job
 */
export async function exerciseConnectionRoutes(
  service: Parameters<typeof waitUntilFinished>[0],
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
  await waitUntilFinished(service, headers, started.id, 'list');
  const actions = { undeliverable: ['mark', 'field'], risky: ['mark'], unknown: ['mark'] };
  const applied = identified.parse(
    await expectOk('applyVerdicts', { headers, body: { list_id: started.id, actions } }),
  );
  const stateOf = async () => {
    const query = { list_id: started.id };
    return jobs.parse(await expectOk('listApplyJobs', { headers, query })).jobs[0]?.state;
  };
  await waitUntil(stateOf, (state) => state === 'finished' || state === 'failed');
  await expectOk('undoApply', { headers, params: applied });
  const undone = await waitUntil(stateOf, (state) => state === 'undone' || state === 'failed');
  await expectOk('disconnect', { headers, params });
  return { ...done, undone };
}
