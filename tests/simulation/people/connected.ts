import assert from 'node:assert/strict';
import { storedReport } from '../../../functions/bounces/rules/report.ts';
import { formatHour, readingHourOf } from '../../../functions/connections/rules/bounce-read.ts';
import { createMailId } from '../../../functions/mail/create-mail-message.ts';
import type { Connection } from '../../../shared/contract/connections.ts';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { pickRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import { prove } from '../authenticate.ts';
import type { ActionHandler, Simulation } from '../simulation.ts';
import { expectedStatusOf } from '../uploads.ts';
import type { CheckCounts } from '../violation.ts';
import { findRandomList, isFinished } from './find-list.ts';
import { newToken } from './generate-upload.ts';

/** Attempts that some seeds must make: otherwise, a guarantee would be met because nobody tried. */
export const CONNECTION_ATTEMPTS = [
  'imported lists',
  'jobs that change contacts',
  'bounces of contacts that were reported',
  'emails about a revoked key',
] as const;

const ACTIONS = { undeliverable: ['mark'], risky: [], unknown: [] };
const MARK = 'Tamis: undeliverable';

const isBad = ({ email }: { readonly email: string }): boolean =>
  expectedStatusOf(email) === 'undeliverable';

async function importerId({ faultFree, importer }: Simulation): Promise<string> {
  return (await faultFree.accounts.findByEmail(importer.email))?.id ?? '';
}

/** Connects the account of the contacts, or gives it a key that works. */
export async function connectContacts(world: Simulation): Promise<void> {
  const { contacts, importer } = world;
  contacts.faults.revoked = false;
  const { headers = {} } = importer;
  const body = { service: 'mailchimp', key: contacts.key };
  await prove(world, importer, () => world.call(routes.connect, { headers, body }));
}

/** Imports an audience as if the customer had clicked the button twice. */
async function importAudience(
  world: Simulation,
  { id }: Connection,
  random: () => number,
): Promise<void> {
  const { contacts, importer } = world;
  const audience = pickRandom(contacts.account.lists, random);
  if (!audience) return;
  const name = `list ${newToken(world)}`;
  const rows = Array.from(audience.members.values(), ({ email }) => ({
    address: email,
    status: expectedStatusOf(email),
  }));
  world.uploads.set(name, [{ name, rows, content: '', mayBeUnknown: false }]);
  const headers = { ...importer.headers, 'Idempotency-Key': name };
  const body = { audience_id: audience.id, audience: audience.name, name };
  const press = () => world.call(routes.importContacts, { headers, params: { id }, body });
  await Promise.all([press(), press()]);
}

/** Marks the undeliverable contacts of an imported list. */
async function markContacts(
  world: Simulation,
  _connection: Connection,
  random: () => number,
): Promise<void> {
  const { importer } = world;
  const list = await findRandomList(world, importer, random, isFinished);
  if (!list) return;
  const headers = { ...importer.headers, 'Idempotency-Key': newToken(world) };
  const body = { list_id: list.file_id, actions: ACTIONS };
  await prove(world, importer, () => world.call(routes.applyVerdicts, { headers, body }));
}

/**
 * Sends a campaign to a verified contact whose server refuses it. No contact bounces twice, because
 * a report counts addresses.
 */
async function sendCampaign(
  world: Simulation,
  _connection: Connection,
  random: () => number,
): Promise<void> {
  const { clock, contacts, importer, uploads } = world;
  const list = await findRandomList(world, importer, random, isFinished);
  const { rows = [] } = uploads.get(list?.file_name ?? '')?.[0] ?? {};
  const { campaigns } = contacts.account;
  const bounced = new Set(campaigns.map(({ recipients }) => recipients[0]?.email));
  const email = pickRandom(
    rows.filter(({ address, status }) => status === 'deliverable' && !bounced.has(address)),
    random,
  )?.address;
  if (email === undefined) return;
  // The service reports whole seconds, and the campaign must be later than the verdict.
  clock.advance(1000);
  const sentAt = clock.now();
  const activity = [{ action: 'bounce', type: 'hard', at: sentAt }] as const;
  campaigns.push({ id: `c${campaigns.length}`, sentAt, recipients: [{ email, activity }] });
}

async function revokeKey({ contacts }: Simulation): Promise<void> {
  contacts.faults.revoked = true;
}

async function findConnection(world: Simulation): Promise<Connection | undefined> {
  const { headers = {} } = world.importer;
  const response = await world.call(routes.listConnections, { headers });
  const data = response?.body['data'] as { connections?: Connection[] } | undefined;
  return data?.connections?.[0];
}

/** Connects the account and imports an audience, so that actions find a list from early on. */
export async function startConnection(world: Simulation): Promise<void> {
  await connectContacts(world);
  const connection = await findConnection(world);
  if (connection) await importAudience(world, connection, () => 0);
}

/** Number of things that the customer does in an action. */
const ACTS = 2;

/** Uses the contacts at another service, after connecting it again if its key was revoked. */
export const useConnection: ActionHandler = async (world, _who, random) => {
  if ((await findConnection(world))?.state !== 'active') await connectContacts(world);
  const connection = await findConnection(world);
  if (!connection) return;
  const acts = [importAudience, markContacts, markContacts, sendCampaign, sendCampaign];
  for (let made = 0; made < ACTS; made += 1)
    await pickRandom([...acts, revokeKey], random)?.(world, connection, random);
};

/** Lets time pass until the hour of the day in which the bounces of the contacts are read. */
export async function reachReadingHour(world: Simulation): Promise<void> {
  const { clock, faultFree } = world;
  const [connection] = await faultFree.connections.list(await importerId(world));
  if (!connection) return;
  do clock.advance(HOUR_MS);
  while (formatHour(new Date(clock.now()).getUTCHours()) !== readingHourOf(connection.id));
}

/** Expects that a key is marked as revoked only once its owner's email is queued. */
export async function expectNoticeOfRevokedKey(world: Simulation): Promise<void> {
  const { faultFree, sqs } = world;
  const userId = await importerId(world);
  for (const { id, sealed, state } of await faultFree.connections.list(userId)) {
    if (state !== 'revoked') continue;
    const mailId = createMailId('connection', userId, id, sealed);
    const isQueued = sqs.messages.some(
      ({ queue, body }) => queue.startsWith('mail') && body.includes(mailId),
    );
    assert.ok(isQueued || (await faultFree.mailJournal.has(mailId)), `no email about ${id}`);
  }
}

const note = (checked: CheckCounts, attempt: (typeof CONNECTION_ATTEMPTS)[number], count: number) =>
  checked.set(attempt, (checked.get(attempt) ?? 0) + count);

/**
 * Expects that every import and job finished, that an import read each contact once, that the jobs
 * of an audience changed only its undeliverable contacts, and that each job counted them once.
 */
export async function expectContactsOnce(world: Simulation, checked: CheckCounts): Promise<void> {
  const { contacts, faultFree, mails } = world;
  const userId = await importerId(world);
  const { lists } = contacts.account;
  const imports = await faultFree.imports.list(userId);
  for (const { audienceId, importId, state, read } of imports) {
    const size = lists.find(({ id }) => id === audienceId)?.members.size;
    assert.deepEqual([state, read], ['finished', size], `import ${importId}`);
    assert.equal((await faultFree.lists.get(userId, importId))?.total, size, importId);
  }
  const jobs = await faultFree.applyJobs.list(userId);
  for (const audience of lists) {
    const ended = jobs.filter(({ audienceId }) => audienceId === audience.id);
    for (const { jobId, state, done, total } of ended)
      assert.deepEqual([state, done], ['finished', total], `job ${jobId}`);
    const members = [...audience.members.values()];
    const marked = members.filter(({ tags }) => tags.has(MARK)).map(({ email }) => email);
    const bad = members.filter(isBad).map(({ email }) => email);
    assert.deepEqual(marked, ended.length > 0 ? bad : []);
    // A job that was interrupted before its changes may also count the changes of the next job.
    const changed = ended.map((job) => job.changed);
    assert.ok(Math.max(0, ...changed) <= marked.length, `${changed.join()} of ${audience.id}`);
    assert.ok(changed.reduce((a, b) => a + b, 0) >= marked.length, `changes of ${audience.id}`);
  }
  note(checked, 'imported lists', imports.length);
  note(checked, 'jobs that change contacts', jobs.length);
  const notices = mails.filter(({ subject }) => subject.includes('must be connected again'));
  note(checked, 'emails about a revoked key', notices.length);
}

/**
 * Expects that each bounce of a verified contact was reported once. A bounce may be missing if its
 * address was verified again after the campaign.
 */
export async function expectContactBounces(world: Simulation, checked: CheckCounts): Promise<void> {
  const { contacts, faultFree, table, uploads } = world;
  const verified = (await faultFree.lists.list(await importerId(world))).flatMap(
    ({ name, endDate }) =>
      (uploads.get(name)?.[0]?.rows ?? []).map(({ address }) => ({ address, endDate })),
  );
  const { campaigns } = contacts.account;
  const certain = campaigns.filter(({ sentAt, recipients: [to] }) =>
    verified.every(
      ({ address, endDate }) => address !== to?.email || Date.parse(endDate ?? '') < sentAt,
    ),
  ).length;
  const reported = table
    .all()
    .filter(({ SK }) => String(SK).startsWith('BOUNCES#'))
    .map((item) => storedReport.parse(item))
    .filter(({ connectionId }) => connectionId !== undefined)
    .reduce((sum, { counts }) => sum + (counts?.rows ?? 0), 0);
  assert.ok(
    reported >= certain && reported <= campaigns.length,
    `${reported} bounces were reported, not ${certain} to ${campaigns.length}`,
  );
  note(checked, 'bounces of contacts that were reported', reported);
}
