/** A typical mistake in the product, and a test that finds it. */
interface PlantedFault {
  readonly name: string;
  readonly file: string;
  /** Replacements, in this order. Each search text must occur exactly once. */
  readonly edits: readonly (readonly [search: string, replacement: string])[];
  /** A test file that finds the fault even if `npm run check` does not run it, or `lint`. */
  readonly finder: string;
}

const CONDITIONS = 'functions/conditions.test.ts';

const lostAwait = (feature: string, file: string, call: string): PlantedFault => ({
  name: `lost await: ${feature}`,
  file,
  edits: [[`  await ${call}`, `  ${call}`]],
  finder: 'lint',
});

const missingGrant = (
  name: string,
  feature: string,
  [grants, left]: readonly [grants: string, left: string],
  finder: string,
): PlantedFault => ({
  name: `missing grant: ${name}`,
  file: `infra/features/${feature}.ts`,
  edits: [[grants, left]],
  finder,
});

/** Faults of one kind each: two in each of five features, and four more in connections. */
const LOST_UPDATES_AND_CRASHES: readonly PlantedFault[] = [
  {
    name: 'lists: deletes a list that has changed',
    file: 'functions/lists/adapters/lists.ts',
    edits: [
      ['{ userId, listId, version, recheckOf } = list', '{ userId, listId, recheckOf } = list'],
      [
        'deleteWrite(listKey(userId, listId), where({ version }))',
        'deleteWrite(listKey(userId, listId), itemExists)',
      ],
    ],
    finder: CONDITIONS,
  },
  {
    name: 'lists: counts a task that is delivered twice',
    file: 'functions/lists/adapters/tasks.ts',
    edits: [
      ['  itemNotExists,\n', ''],
      [', ...completion }, itemNotExists)', ', ...completion })'],
    ],
    finder: 'tests/faults/deliveries.test.ts',
  },
  {
    name: 'billing: changes a purchase that has changed',
    file: 'functions/billing/adapters/purchases.ts',
    edits: [
      ['{ userId, id, revision } = purchase', '{ userId, id } = purchase'],
      ['changed, where({ revision })', 'changed, where({ id })'],
    ],
    finder: CONDITIONS,
  },
  {
    name: 'billing: applies an event again that was applied',
    file: 'functions/billing/adapters/stripe-events.ts',
    edits: [['receivedAt: now, ttl }, itemNotExists)', 'receivedAt: now, ttl })']],
    finder: 'functions/billing/stripe-webhook.test.ts',
  },
  {
    name: 'connections: a late answer revokes the new key',
    file: 'functions/connections/adapters/connections.ts',
    edits: [
      ['setRevoked({ userId, id, sealed })', 'setRevoked({ userId, id })'],
      [`where({ state: 'active', sealed })`, `where({ state: 'active' })`],
    ],
    finder: CONDITIONS,
  },
  {
    name: 'connections: deletes bounces before their read has ended',
    file: 'functions/connections/read-bounces.ts',
    edits: [
      [
        `  const ended = { state: 'finished', readAt`,
        `  await deleteRows(deps, current);\n  const ended = { state: 'finished', readAt`,
      ],
    ],
    finder: 'functions/connections/bounces.test.ts',
  },
  {
    name: 'members: changes members who have changed',
    file: 'functions/access/adapters/memberships.ts',
    edits: [
      ['where({ id, sso: account.sso, members: equalsList(account.members) })', 'where({ id })'],
    ],
    finder: CONDITIONS,
  },
  {
    name: 'members: takes a domain from the account that verified it meanwhile',
    file: 'functions/members/adapters/sso-settings.ts',
    edits: [['itemNotExists : where({ accountId: holderId })', 'itemNotExists : undefined']],
    finder: CONDITIONS,
  },
  {
    name: 'webhooks: postpones a delivery that was postponed',
    file: 'functions/webhooks/adapters/waiting-deliveries.ts',
    edits: [
      [
        '({ dueAt }: WaitingDelivery) => where({ dueAt })',
        '({ id }: WaitingDelivery) => where({ id })',
      ],
    ],
    finder: CONDITIONS,
  },
  {
    name: 'webhooks: a crash between an event and its deliveries loses it',
    file: 'functions/webhooks/dispatch-events.ts',
    edits: [
      [
        'deliveries.add(userId, newDeliveries, [outbox.removeWrite(event)])',
        'deliveries.add(userId, [], [outbox.removeWrite(event)]);\n    await deliveries.add(userId, newDeliveries)',
      ],
    ],
    finder: 'tests/faults/webhooks.test.ts',
  },
  {
    name: 'connections: changes work that has changed',
    file: 'functions/connections/adapters/work-store.ts',
    edits: [['where({ userId, version })', 'where({ userId })']],
    finder: CONDITIONS,
  },
  {
    name: 'connections: replaces a read of bounces that has changed',
    file: 'functions/connections/adapters/work-store.ts',
    edits: [['where({ version: version - 1 })', 'where({ userId })']],
    finder: CONDITIONS,
  },
  {
    name: 'connections: marks a key as revoked before its owner is notified',
    file: 'functions/connections/call-connection.ts',
    edits: [
      [
        '  const { userId, id, sealed } = connection;\n',
        '  await connections.setRevoked(connection);\n  const { userId, id, sealed } = connection;\n',
      ],
    ],
    finder: 'functions/connections/import-crashes.test.ts',
  },
];

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  lostAwait('connections', 'functions/connections/call-connection.ts', 'connections.setRevoked('),
  lostAwait('billing', 'functions/billing/events/stripe-event.ts', 'deps.billingQueue.send('),
  lostAwait('members', 'functions/members/invite-member.ts', 'mailQueue.send('),
  lostAwait('lists', 'functions/lists/run/complete-task.ts', 'sendNextTask(deps, list, completion'),
  missingGrant(
    'connections',
    'connections',
    [`  'send:mail',\n] as const;`, '] as const;'],
    'functions/connections/imports.test.ts',
  ),
  missingGrant(
    'webhooks',
    'webhooks',
    [`        'send:mail',\n`, ''],
    'functions/webhooks/deliver.test.ts',
  ),
  missingGrant(
    'billing',
    'billing',
    [
      `'write:stripe-events', 'stripe-secret', 'send:billing']`,
      `'write:stripe-events', 'stripe-secret']`,
    ],
    'functions/billing/stripe-webhook.test.ts',
  ),
  missingGrant(
    'lists',
    'lists',
    [
      `recheckFile: { grants: ['activity', 'write:lists', 'send:list']`,
      `recheckFile: { grants: ['activity', 'write:lists']`,
    ],
    'functions/lists/recheck/recheck-list.test.ts',
  ),
  ...LOST_UPDATES_AND_CRASHES,
];
