import type { ListSummary } from '../../../shared/contract/list-detail.ts';
import { pickRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import type { ActionHandler, RouteResponse, Simulation, Visitor } from '../simulation.ts';
import { generateRandomUpload } from '../uploads.ts';
import { ViolationError } from '../violation.ts';
import { submitUpload } from '../webhooks/endpoints.ts';
import { findRandomList, isFinished } from './find-list.ts';
import { reportListBounces } from './senders.ts';
import { submitFirstList } from './free-answers.ts';
import { newToken, generateUpload } from './generate-upload.ts';

const SHOP = 'https://shop.example';
const VISITS = 6;
/** Number of addresses in an old directory, most of which no longer exist. */
const OLD_ROWS = 520;
/** Number of rows in a watched list. Checking them leaves too few credits for a second check. */
const KEPT_ROWS = 12;

const WEEKLY = { every: 'week', max_credits: 600 };

export const generateVisitorEmails = (
  world: Simulation,
  prefix: string,
  domain: string,
): string[] => Array.from({ length: VISITS }, () => `${prefix}.${newToken(world)}@${domain}`);

/** Creates a customer's form if necessary; visitors then type addresses into it. */
export async function visitForm(
  world: Simulation,
  owner: Visitor,
  daily_checks: number,
  emails: readonly string[],
): Promise<(RouteResponse | undefined)[]> {
  const { headers = {} } = owner;
  if (owner.formKey === undefined) {
    const body = { name: 'Shop', origins: [SHOP], daily_checks };
    const created = await world.call(routes.createForm, { headers, body });
    const { live_key } = (created?.body['data'] ?? {}) as { live_key?: string };
    if (live_key === undefined) return [];
    owner.formKey = live_key;
  }
  const responses = [];
  for (const email of emails) {
    const body = { key: owner.formKey, ask: 'mailbox', email };
    responses.push(await world.call(routes.checkForm, { headers: { Origin: SHOP }, body }));
  }
  return responses;
}

/** Domain checks per action, for a form with up to 100,000 a day. */
const DOMAIN_VISITS = 10;

const serveVisitors: ActionHandler = async (world, agency) => {
  for (let asked = 0; asked < DOMAIN_VISITS && agency.formKey !== undefined; asked += 1) {
    const body = { key: agency.formKey, ask: 'domain', email: `ok@${newToken(world)}.test` };
    await world.call(routes.checkForm, { headers: { Origin: SHOP }, body });
  }
  const visits = await visitForm(
    world,
    agency,
    1000,
    generateVisitorEmails(world, 'ok', 'visitor.test'),
  );
  const [email] = generateVisitorEmails(world, 'ok', 'agency.test');
  const checked = await world.call(routes.checkEmail, {
    headers: agency.headers ?? {},
    body: { email },
  });
  for (const response of [...visits, checked])
    if (response && !response.isFaulty && response.status !== 200)
      throw new ViolationError(
        'honest visitors and checks are answered',
        `${response.status} ${JSON.stringify(response.body)}`,
      );
};

const submitLists: ActionHandler = async (world, agency, random) => {
  for (let made = 0; made < 3; made += 1) {
    const upload = generateRandomUpload(`list ${world.ids.token(4)}`, random);
    if (upload.rows.length > 0) await submitUpload(world, agency.headers, upload);
  }
};

const submitOldDirectory: ActionHandler = async (world, agency) => {
  const prefixAt = (at: number): string => (at % 5 === 0 ? 'ok' : 'bad');
  const addressAt = (at: number, token: string) => `${prefixAt(at)}${at}.${token}@old.test`;
  await submitUpload(world, agency.headers, generateUpload(world, OLD_ROWS, addressAt));
};

/** Verifies the corrections of a list as if its customer had clicked the button twice. */
async function verifyCorrections(
  world: Simulation,
  headers: Readonly<Record<string, string>>,
  params: { readonly id: string },
): Promise<void> {
  for (let press = 0; press < 2; press += 1)
    await world.call(routes.verifyCorrections, { headers, params });
}

/** Verifies a finished list's corrections, and watches the list, sometimes after ending a watch. */
export const watchRandomList: ActionHandler = async (world, who, random) => {
  const { headers = {} } = who;
  const list = await findRandomList(world, who, random, isFinished);
  if (!list) return;
  const params = { id: list.file_id };
  await verifyCorrections(world, headers, params);
  if (random() < 0.2) await world.call(routes.unwatchList, { headers, params });
  await world.call(routes.watchList, { headers, params, body: WEEKLY });
};

const submitKept: ActionHandler = async (world) => {
  // The first verdicts of these addresses are unknown and therefore free. The first check of the
  // watch verifies and charges them.
  const addressAt = (at: number, token: string) => `late${at}@${token}.test`;
  for (let made = 0; made < 2; made += 1)
    await submitUpload(world, world.keeper.headers, generateUpload(world, KEPT_ROWS, addressAt));
};

/** Watches all lists of the keeper, whose checks together cost more credits than are left. */
export async function watchAllKeeperLists(world: Simulation): Promise<void> {
  const { headers = {} } = world.keeper;
  const response = await world.call(routes.listFiles, { headers, query: {} });
  const page = response?.body['data'] as { data?: ListSummary[] } | undefined;
  for (const { file_id: id } of page?.data?.filter(isFinished) ?? [])
    await world.call(routes.watchList, { headers, params: { id }, body: WEEKLY });
}

/** Simulates legitimate heavy use, which no limit may block. */
export const simulateLegitimateUse: ActionHandler = async (world, _who, random) => {
  const work = pickRandom(
    [
      serveVisitors,
      serveVisitors,
      submitLists,
      submitOldDirectory,
      watchRandomList,
      watchRandomList,
      submitKept,
      submitKept,
      reportListBounces,
      reportListBounces,
      submitFirstList,
    ],
    random,
  );
  await work?.(world, world.agency, random);
};
