import { formatUtcDate } from '../../../shared/model/duration.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import type { ListSummary } from '../../../shared/contract/list-detail.ts';
import { pickRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import { authenticate } from '../authenticate.ts';
import type { ActionHandler, Simulation } from '../simulation.ts';
import { ViolationError } from '../violation.ts';
import { submitUpload } from '../webhooks/endpoints.ts';
import { findRandomList, isFinished } from './find-list.ts';
import { collectFreeAnswers } from './free-answers.ts';
import { generateVisitorEmails, visitForm } from './honest.ts';
import { reportForeignAddresses } from './senders.ts';
import { generateUpload } from './generate-upload.ts';

const GUESSED = 'corp.test';
/**
 * Number of rows in a list with only inconclusive results. The welcome credits barely suffice for
 * one such list, and four of them exceed the daily limit.
 */
const UNKNOWN_ROWS = 95;
const GUESSES_PER_LIST = 40;
const GUESSES_BY_CHECK = 12;
/** Number of rejected addresses at one domain after which an account is suspected of guessing. */
const MAX_REFUSED = 30;

const isUnknownList = ({ total_email }: ListSummary): boolean => total_email === UNKNOWN_ROWS;

const submitUnknown: ActionHandler = async (world, rider, random) => {
  const used = await findRandomList(
    world,
    rider,
    random,
    (list) => isFinished(list) && isUnknownList(list),
  );
  if (used)
    await world.call(routes.deleteFile, {
      headers: rider.headers ?? {},
      params: { id: used.file_id },
    });
  const upload = generateUpload(world, UNKNOWN_ROWS, (at, token) => `odd${at}@${token}.test`);
  await submitUpload(world, rider.headers, upload);
};

/**
 * Tries to learn verdicts for free from the counts of a running recheck, by deleting the list
 * before the recheck ends. Starts a recheck if none is running, or submits a list if there is none.
 */
const peek: ActionHandler = async (world, rider, random) => {
  const { headers = {} } = rider;
  const isPeeked = (list: ListSummary): boolean =>
    isFinished(list) && !isUnknownList(list) && list.unknown > 0;
  const id = (await findRandomList(world, rider, random, isPeeked))?.file_id;
  if (id === undefined)
    return submitUpload(
      world,
      headers,
      generateUpload(world, 2, (at, token) => `${at === 0 ? 'late' : 'late-grey'}@${token}.test`),
    );
  const detail = await world.call(routes.getFile, { headers, params: { id } });
  const { recheck } = (detail?.body['data'] ?? {}) as {
    recheck?: { status: number; processed: number };
  };
  if (recheck && !isFinalStatus(recheck.status as never)) {
    if (recheck.processed > 0) await world.call(routes.deleteFile, { headers, params: { id } });
    return;
  }
  await world.call(routes.recheckFile, { headers, params: { id } });
};

const RIDES_AT_ONCE = 2;
const RIDES = [submitUnknown, peek];

/** Makes the accounts of one domain try to get verdicts for free. */
export const exploitFreeAnswers: ActionHandler = async (world, _who, random) => {
  for (const rider of world.riders) if (!rider.headers) await authenticate(world, rider, random);
  const inside = world.riders.filter(({ headers }) => headers);
  const rider = random() < 0.7 ? inside[0] : pickRandom(inside, random);
  for (let made = 0; made < RIDES_AT_ONCE; made += 1)
    if (rider) await pickRandom(RIDES, random)?.(world, rider, random);
  await collectFreeAnswers(world, world.forger, random);
};

const guessByList: ActionHandler = async (world, { headers }) => {
  const upload = generateUpload(
    world,
    GUESSES_PER_LIST,
    (at, token) => `${at % 10 === 0 ? 'ok' : 'bad'}${at}.${token}@${GUESSED}`,
  );
  world.guessLists.add(upload.name);
  await submitUpload(world, headers, upload);
};

const guessByCheck: ActionHandler = async (world, { headers = {} }) => {
  for (let made = 0; made < GUESSES_BY_CHECK; made += 1) {
    const day = formatUtcDate(world.clock.now());
    const before = world.refusedChecks.get(day) ?? 0;
    const email = `bad.${world.ids.token(6)}@${GUESSED}`;
    const response = await world.call(routes.checkEmail, { headers, body: { email } });
    if (response?.status !== 200 || response.isFaulty) continue;
    if (before >= MAX_REFUSED)
      throw new ViolationError('guessing checks end', `${email} is answered after ${before}`);
    world.refusedChecks.set(day, (world.refusedChecks.get(day) ?? 0) + 1);
  }
};

/** Makes a paying customer guess addresses with a form that has a low daily limit. */
const guessByForm = async (world: Simulation): Promise<void> => {
  await visitForm(world, world.guesser, 5, generateVisitorEmails(world, 'bad', GUESSED));
};

export const guessAddresses: ActionHandler = async (world, _who, random) => {
  if (random() < 0.2) await reportForeignAddresses(world, world.harvester, random);
  const guess = pickRandom([guessByList, guessByList, guessByCheck, guessByForm], random);
  await guess?.(world, world.harvester, random);
};
