import type { User } from '../../functions/access/adapters/user.ts';
import { grantCreditsByEmail, NoSuchAccountError } from '../../functions/admin/grant-credits.ts';
import { routes } from '../support/routes.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { pickRandom, randomFrom } from '../support/random.ts';
import { authenticate } from './authenticate.ts';
import { stripeActions, startCheckout } from './payments.ts';
import { uploadPendingFile, overwriteUpload } from './pending-uploads.ts';
import { guessAddresses, exploitFreeAnswers } from './people/abusers.ts';
import { useConnection } from './people/connected.ts';
import { findRandomList, isFinished } from './people/find-list.ts';
import { watchRandomList, simulateLegitimateUse } from './people/honest.ts';
import { shareAccount } from './people/team.ts';
import { TARGET_ADDRESSES } from './mail/mail-internet.ts';
import {
  requestedColumnOf,
  generateHostileUpload,
  generateSandboxUpload,
  generateRandomUpload,
} from './uploads.ts';
import { submitRandomList, manageEndpoints } from './webhooks/endpoints.ts';
import { type ActionHandler, HOSTILE_EMAIL, type Visitor, type Simulation } from './simulation.ts';

const accountOf = ({ faultFree }: Simulation, { email }: Visitor): Promise<User | undefined> =>
  faultFree.accounts.findByEmail(email);

/** An action, with a weight to which its probability is proportional. */
type WeightedAction = readonly [weight: number, perform: ActionHandler];

const anyone = (...action: WeightedAction): WeightedAction => action;

const withSession = (weight: number, act: ActionHandler): WeightedAction => [
  weight,
  async (world, who, random) => {
    if (who.headers) await act(world, who, random);
  },
];

/** Addresses whose prefix selects the verdict, followed by addresses with simulated servers. */
const CHECKED_ADDRESSES = [
  ...['ok', 'bad', 'odd', 'any'].map((name) => `${name}@a.test`),
  ...TARGET_ADDRESSES.map(({ email }) => email),
];

const BOUNDARY = '----form';

const ACTIONS = {
  enter: anyone(14, authenticate),

  upload: withSession(13, async (world, { headers = {} }, random) => {
    const upload = generateRandomUpload(`list ${world.ids.token(4)}`, random);
    world.uploads.set(upload.name, [upload]);
    const { name, content } = upload;
    const body = {
      name,
      file_name: 'list.csv',
      size: Buffer.byteLength(content),
      column: requestedColumnOf(name),
    };
    const response = await world.call(routes.upload, { headers, body });
    const data = response?.body['data'] as { upload?: { fields: { key: string } } } | undefined;
    if (!data?.upload) return;
    const until = world.clock.now() + 15 * 60_000;
    // A worker may run out of time after it has verified only some addresses.
    if (random() < 0.15) world.engine.limits.push(Math.floor(random() * 4));
    world.pendingUploads.push({ key: data.upload.fields.key, upload, until, arrived: false });
    if (random() < 0.85) await uploadPendingFile(world);
  }),

  arrive: anyone(2, uploadPendingFile),
  overwrite: anyone(1, overwriteUpload),

  send: withSession(4, async (world, { email, headers: session = {}, testKey }, random) => {
    const isTest = testKey !== undefined && random() < 0.5;
    const headers = isTest ? { 'X-Api-Key': testKey } : session;
    const name = `list ${world.ids.token(4)}`;
    const newRows = isTest
      ? generateSandboxUpload
      : email === HOSTILE_EMAIL
        ? generateHostileUpload
        : generateRandomUpload;
    const upload = newRows(name, random);
    world.uploads.set(name, [upload]);
    const part = (given: string, text: string): string =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; ${given}\r\n\r\n${text}\r\n`;
    const file = 'name="file"; filename="list.csv"\r\nContent-Type: text/csv';
    const column = requestedColumnOf(name);
    const fields =
      part('name="name"', name) + (column ? part('name="column"', String(column)) : '');
    const body = `${fields}${part(file, upload.content)}--${BOUNDARY}--\r\n`;
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    await world.call(routes.upload, { headers: { ...headers, ...type }, body: Buffer.from(body) });
  }),

  submit: withSession(4, submitRandomList),
  endpoint: withSession(6, manageEndpoints),

  check: withSession(5, async (world, { headers: session = {}, apiKey }, random) => {
    const byKey = apiKey !== undefined && random() < 0.5;
    const headers = byKey ? { 'X-Api-Key': apiKey } : session;
    const email = pickRandom(CHECKED_ADDRESSES, random) ?? '';
    const key = `${email} ${Math.floor(random() * 2)}`;
    const named = random() < 0.5 && { 'Idempotency-Key': key };
    const waitOptions = [{}, {}, { wait: false }, { timeout_s: 5 }];
    const body = { email, ...pickRandom(waitOptions, random) };
    const response = await world.call(routes.checkEmail, {
      headers: { ...headers, ...named },
      body,
    });
    if (response?.status === 202 && random() < 0.5) {
      const { id } = response.body['pending'] as { id: string };
      await world.call(routes.getCheck, { headers, params: { id } });
    }
  }),

  look: withSession(5, async (world, who, random) => {
    const { headers = {} } = who;
    const me = await world.call(routes.me, { headers });
    const { api_key, test_api_key } = (me?.body['data'] ?? {}) as Record<string, string | null>;
    if (api_key) who.apiKey = api_key;
    if (test_api_key) who.testKey = test_api_key;
    const id = (await findRandomList(world, who, random))?.file_id;
    if (id === undefined) return;
    await world.call(routes.getFile, { headers, params: { id } });
    const type = pickRandom(['all', 'valid', 'invalid', 'unknown'], random);
    await world.call(routes.download, { headers, body: { file_id: id, type } });
  }),

  recheck: withSession(7, async (world, who, random) => {
    const id = (await findRandomList(world, who, random, ({ unknown }) => unknown > 0))?.file_id;
    if (id === undefined) return;
    await world.call(routes.recheckFile, { headers: who.headers ?? {}, params: { id } });
  }),

  watch: withSession(9, watchRandomList),

  deleteList: withSession(4, async (world, who, random) => {
    const id = (await findRandomList(world, who, random))?.file_id;
    if (id === undefined) return;
    await world.call(routes.deleteFile, { headers: who.headers ?? {}, params: { id } });
  }),

  click: withSession(1, startCheckout),
  buy: withSession(5, async (world, who, random) => {
    await startCheckout(world, who, random);
    stripeActions.pay(world, random);
  }),
  pay: anyone(2, async (world, _, random) => stripeActions.pay(world, random)),
  cancel: anyone(1, async (world, _, random) => stripeActions.cancel(world, random)),
  refund: anyone(1, async (world, _, random) => stripeActions.refund(world, random)),
  dispute: anyone(2, async (world, _, random) => stripeActions.dispute(world, random)),
  silence: anyone(1, async (world) => stripeActions.silence(world)),
  confirm: anyone(3, async (world, _, random) => stripeActions.confirm(world, random)),

  topUp: withSession(5, async (world, who, random) => {
    const { headers = {} } = who;
    const top_up = random() < 0.8 ? { plan_id: 'pack_1000', below: 5, times_a_month: 2 } : null;
    const body = { warn_below: 3, top_up };
    const response = await world.call(routes.saveLowCredits, { headers, body });
    // After a first purchase, packs can be bought automatically with the saved card.
    if (response?.status === 422) await ACTIONS.buy[1](world, who, random);
    else stripeActions.confirm(world, random);
  }),

  ride: anyone(10, exploitFreeAnswers),
  harvest: anyone(8, guessAddresses),
  simulateLegitimateUse: anyone(8, simulateLegitimateUse),
  shareAccount: anyone(10, shareAccount),
  // Has no weight, because `generateHistory` adds it.
  useConnection: anyone(0, useConnection),

  gift: anyone(2, async (world, who, random) => {
    const grantId = world.ids.token(6);
    const credits = 1 + Math.floor(random() * 20);
    const give = { email: who.email, credits, why: 'simulated', grantId };
    await world.command('grant-credits', (deps) =>
      grantCreditsByEmail(deps, give).catch((error: unknown) => {
        if (!(error instanceof NoSuchAccountError)) throw error;
      }),
    );
  }),

  toggle: anyone(2, async (world, who) => {
    const { headers } = world.admin;
    const user = await accountOf(world, who);
    if (!user) return;
    const status = user.status === USER_STATUS.active ? USER_STATUS.inactive : USER_STATUS.active;
    await world.call(routes.updateUser, { headers, body: { id: user.id, status } });
    await world.call(routes.listUsers, { headers });
  }),

  settings: withSession(1, async (world, { headers = {}, password }, random) => {
    const names = { first_name: 'Ada', last_name: `Martin ${Math.floor(random() * 9)}` };
    const change = {
      current_password: password,
      new_password: password,
      confirm_password: password,
    };
    await world.call(routes.editProfile, {
      headers,
      body: { ...names, ...(random() < 0.4 && change) },
    });
    await world.call(routes.resetApiKey, { headers });
  }),

  bounce: anyone(0.5, async (world, _, random) => {
    const { to } = pickRandom(world.mails, random) ?? {};
    const user = to === undefined ? undefined : await world.faultFree.accounts.findByEmail(to);
    if (!user) return;
    world.bounced.add(user.email);
    const timestamp = new Date(world.clock.now()).toISOString();
    const bouncedRecipients = [{ emailAddress: user.email }];
    const bounce = { bounceType: 'Permanent', bouncedRecipients, timestamp };
    world.sqs.send('mail-feedback', JSON.stringify({ eventType: 'Bounce', bounce }));
  }),

  forget: anyone(1, async (world, { email }) => {
    await world.call(routes.forgetPassword, { body: { email } });
  }),

  export: withSession(1, async (world, { headers = {} }) => {
    await world.call(routes.exportAccount, { headers });
  }),

  logout: withSession(1, async (world, who) => {
    const response = await world.call(routes.logout, { headers: who.headers ?? {} });
    if (response?.status === 200) delete who.headers;
  }),

  leave: withSession(1.5, async (world, who) => {
    const response = await world.call(routes.deleteAccount, { headers: who.headers ?? {} });
    if (response?.status === 200) delete who.headers;
  }),
} as const satisfies Record<string, WeightedAction>;

export type ActionName = keyof typeof ACTIONS;

export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** Selects an action with a probability proportional to its weight. @param choice in [0, 1) */
export function selectAction(choice: number): ActionName {
  const all = Object.entries(ACTIONS) as [ActionName, WeightedAction][];
  let left = choice * all.reduce((sum, [, [weight]]) => sum + weight, 0);
  for (const [name, [weight]] of all) {
    left -= weight;
    if (left < 0) return name;
  }
  return 'look';
}

/** Makes a hostile customer request selections of rows from a result repeatedly. */
const select: ActionHandler = async (world, who, random) => {
  if (!who.headers) return;
  await ACTIONS.look[1](world, who, random);
  const { headers = {} } = who;
  const file_id = (await findRandomList(world, who, random, isFinished))?.file_id;
  if (file_id === undefined) return;
  for (let made = 0; made < 8; made += 1)
    await world.call(routes.download, { headers, body: { file_id, type: 'all', q: 'a' } });
};

/** Actions that a hostile customer replaces with `send`, for addresses at hostile servers. */
const SENDING_ACTIONS = new Set<ActionName>(['upload', 'send', 'check']);

/** Performs an action of a visitor. Does nothing if its prerequisites are missing. */
export async function performAction(
  world: Simulation,
  { name, by, choice }: { readonly name: ActionName; readonly by: number; readonly choice: number },
): Promise<void> {
  const who = world.visitors[by % world.visitors.length];
  const hostile = SENDING_ACTIONS.has(name) ? ACTIONS.send[1] : select;
  const handler = who?.email === HOSTILE_EMAIL ? hostile : ACTIONS[name][1];
  if (who) await handler(world, who, randomFrom(Math.floor(choice * 2 ** 32)));
}
