import { isTestOwner, testOwnerOf } from '../../../functions/access/rules/owner.ts';
import { routes } from '../../support/routes.ts';
import type { Delivery, Endpoint } from '../../../shared/contract/webhooks.ts';
import { EVENT_SCOPES, EVENT_TYPES } from '../../../shared/model/webhook.ts';
import { pickRandom } from '../../support/random.ts';
import { type ActionHandler, HOSTILE_EMAIL, type Simulation, type Visitor } from '../simulation.ts';
import { generateSandboxUpload, generateRandomUpload, type SimulatedUpload } from '../uploads.ts';
import { type ReceiverKind, RECEIVER_KINDS, createReceiverUrl } from './receivers.ts';

interface Caller {
  readonly owner: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns undefined if the visitor has no account. */
async function callerOf(
  world: Simulation,
  { email, headers = {}, testKey }: Visitor,
  random: () => number,
): Promise<Caller | undefined> {
  const user = await world.faultFree.accounts.findByEmail(email);
  if (!user) return undefined;
  return testKey !== undefined && random() < 0.2
    ? { owner: testOwnerOf(user.id), headers: { 'X-Api-Key': testKey } }
    : { owner: user.id, headers };
}

const newUrl = ({ ids }: Simulation, { owner }: Caller, kind: ReceiverKind): string =>
  createReceiverUrl(kind, owner, ids.token(6));

const someEvents = ({ headers }: Caller, random: () => number) => {
  const all = EVENT_TYPES.filter((type) => !('X-Api-Key' in headers) || EVENT_SCOPES[type]);
  const some = all.filter(() => random() < 0.6);
  return some.length > 0 && random() < 0.5 ? some : all;
};

async function create(
  world: Simulation,
  caller: Caller,
  kind: ReceiverKind,
  events: readonly string[],
): Promise<void> {
  const body = { url: newUrl(world, caller, kind), events };
  const response = await world.call(routes.createEndpoint, { headers: caller.headers, body });
  if (response?.status !== 200) return;
  const { id, secret } = response.body['data'] as { id: string; secret: string };
  world.receivers.secrets.addSecret(id, secret, world.clock.now());
}

/** Endpoints of the customers who have an account from the start. */
const AT_START: Readonly<Record<string, readonly ReceiverKind[]>> = {
  'rich@mail.example': ['takes', 'wakes'],
  'poor@mail.example': ['takes', 'resets'],
  [HOSTILE_EMAIL]: ['hangs', 'slow', 'alternates', 'fails'],
};

/** Actions in which customers create their first endpoints, to run concurrently. */
export const createFirstEndpointActions = (world: Simulation): (() => Promise<void>)[] =>
  world.visitors.map((who) => async () => {
    const caller = await callerOf(world, who, () => 1);
    for (const kind of AT_START[who.email] ?? [])
      if (caller) await create(world, caller, kind, EVENT_TYPES);
  });

async function endpointsOf(world: Simulation, { owner, headers }: Caller): Promise<Endpoint[]> {
  const response = await world.call(routes.listEndpoints, { headers });
  const all = (response?.body['data'] ?? []) as Endpoint[];
  return all.filter(({ test }) => test === isTestOwner(owner));
}

async function rotate(world: Simulation, { headers }: Caller, { id }: Endpoint): Promise<void> {
  const { secrets } = world.receivers;
  if (secrets.isRotating(id)) return;
  secrets.beginRotation(id);
  const response = await world.call(routes.rotateSecret, { headers, params: { id } });
  const isClear = response !== undefined && response.status < 500;
  if (response?.status === 200) {
    const { secret } = response.body['data'] as { secret: string };
    secrets.addSecret(id, secret, world.clock.now());
  }
  secrets.endRotation(id, isClear);
}

async function sendAgain(
  world: Simulation,
  { headers }: Caller,
  { id }: Endpoint,
  random: () => number,
): Promise<void> {
  const listed = await world.call(routes.listDeliveries, { headers, params: { id } });
  const page = listed?.body['data'] as { deliveries: Delivery[] } | undefined;
  const delivery = pickRandom(page?.deliveries ?? [], random)?.id;
  if (delivery === undefined) return;
  world.receivers.askedAgain.add(`${id}#${delivery}`);
  await world.call(routes.sendAgain, { headers, params: { id, delivery } });
  await world.call(routes.getDelivery, { headers, params: { id, delivery } });
}

const sendTest = (world: Simulation, { headers }: Caller, { id }: Endpoint) =>
  world.call(routes.sendTestEvent, { headers, params: { id } });

const change = (
  world: Simulation,
  { headers }: Caller,
  { id }: Endpoint,
  body: Readonly<Record<string, unknown>>,
) => world.call(routes.updateEndpoint, { headers, params: { id }, body });

type Change = (
  world: Simulation,
  caller: Caller,
  endpoint: Endpoint,
  random: () => number,
) => Promise<unknown>;

const CHANGES: readonly Change[] = [
  rotate,
  sendTest,
  sendAgain,
  sendAgain,
  (world, caller, each, random) =>
    change(world, caller, each, { events: someEvents(caller, random) }),
  (world, caller, each) =>
    change(world, caller, each, { status: each.status === 'on' ? 'off' : 'on' }),
  (world, caller, each, random) =>
    change(world, caller, each, {
      url: newUrl(world, caller, pickRandom(RECEIVER_KINDS, random) ?? 'takes'),
    }),
  (world, { headers }, { id }) => world.call(routes.deleteEndpoint, { headers, params: { id } }),
];

const MAX_ENDPOINTS = 3;

export const manageEndpoints: ActionHandler = async (world, who, random) => {
  const caller = await callerOf(world, who, random);
  if (!caller) return;
  const all = await endpointsOf(world, caller);
  const one = pickRandom(all, random);
  if (!one || (all.length < MAX_ENDPOINTS && random() < 0.4))
    await create(
      world,
      caller,
      pickRandom(RECEIVER_KINDS, random) ?? 'takes',
      someEvents(caller, random),
    );
  else await pickRandom(CHANGES, random)?.(world, caller, one, random);
};

export async function submitUpload(
  world: Simulation,
  headers: Visitor['headers'] = {},
  upload: SimulatedUpload,
  webhook?: string,
): Promise<void> {
  const { name, rows } = upload;
  world.uploads.set(name, [upload]);
  const emails = rows.map(({ address }) => address);
  const body = { name, emails, idempotency_key: name, ...(webhook !== undefined && { webhook }) };
  await world.call(routes.createList, { headers, body });
}

/** Submits a random list's addresses. Its events go to one of the customer's endpoints, if any. */
export const submitRandomList: ActionHandler = async (world, who, random) => {
  const caller = await callerOf(world, who, random);
  if (!caller) return;
  const { headers, owner } = caller;
  const name = `list ${world.ids.token(4)}`;
  const upload = (owner.startsWith('test-') ? generateSandboxUpload : generateRandomUpload)(
    name,
    random,
  );
  if (upload.rows.length === 0) return;
  const webhook = pickRandom(await endpointsOf(world, caller), random)?.id;
  await submitUpload(world, headers, upload, webhook);
};

export async function testAllEndpoints(world: Simulation): Promise<void> {
  for (const who of world.visitors) {
    const caller = who.headers && (await callerOf(world, who, () => 1));
    if (!caller) continue;
    for (const each of await endpointsOf(world, caller))
      if (each.status === 'on') await sendTest(world, caller, each);
  }
}
