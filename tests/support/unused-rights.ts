/**
 * Permissions that no call in tests/integration/wire.test.ts needs, with the reason why they are
 * granted.
 */
const EXPLAINED: readonly (readonly [rights: RegExp, why: string])[] = [
  [/ s3:ListBucket /, 'who may not list is told 403 and not 404 of an object that is not there'],
  [/-upload: s3:List/, 'only a large file is sent in parts'],
  [/: dynamodb:UpdateItem /, 'a call with an API key notes that the key is used'],
  [/-audit-ledger: /, 'runs every hour'],
  [/-check-egress: /, 'a laptop asks nobody'],
  [/-check-service: /, 'a laptop has no key to try itself by'],
  [/-abandon: /, 'works only after a task failed twelve times'],
  [/-check-email: sqs:/, 'only a check that its caller does not wait for goes on by a message'],
  [/-check-form: sqs:/, 'a page waits for every check that it asks for'],
  [/-verify: dynamodb:.*PENDINGCHECK/, 'the same: it ends in the worker'],
  [/-mail: sqs:.*-mail-feedback$/, 'the local mail service refuses no mail of these calls'],
  [/-mail-feedback: /, 'hears of bounces, which the local mail service does not make'],
  [
    /-(save-)?low-credits: (sqs:|dynamodb:|secretsmanager:.*stripe)/,
    'only a customer who wants packs bought has a card and lists looked at',
  ],
  [/-download: s3:GetObject .*selections/, 'who follows a link to a selection reads by it'],
  [/-download: s3:DeleteObject /, 'a selection makes room for the next when no link leads to it'],
  [
    /-(create|update)-endpoint: sqs:.*-mail$/,
    'only what a key makes, and another URL, is told by mail',
  ],
  [/-edit-profile: sqs:/, 'a changed password is told by mail'],
  [/-stripe-webhook: dynamodb:GetItem /, 'only an event that comes again is looked up'],
  [/-login: .*:secret:tamis-secret/, 'a customer who has no test key gets one'],
  [
    /-resend-otp: (sqs|dynamodb|secretsmanager):/,
    'only a registration that waits for its code gets another',
  ],
  [/-billing: .*:secret:tamis-secret/, 'the first purchase makes an API key'],
  [/-billing: .*:secret:tamis-link/, 'a renewal that is not paid has a mail with a link'],
  [/-finalize: s3:DeleteObject /, 'a list that is deleted meanwhile takes its result with it'],
  [/-ingest: s3:DeleteObject /, 'an upload nobody waits for'],
  [
    /-ingest: sqs:.*-(finalize|list|mail|verify-bulk)$/,
    'lists without an address, several lists at once, bad files, long lists',
  ],
  [/-list-rows: s3:GetObject .*work/, 'reads the work of a list only as long as it runs'],
  [/-ingest: sqs:.*-webhooks$/, 'tells of lists that wait for credits or cannot be read'],
  [/-(verify|abandon): sqs:.*-webhooks$/, 'tells of checks that nobody waits for'],
  [
    /-webhooks: (sqs:|secretsmanager:)/,
    'signs for endpoints, and has a failing one told by mail: a call may make none',
  ],
  [/-sweep-webhooks: /, 'sends only what was lost, or is due again after long'],
  [/-privacy: .*stripe-secret/, 'only who is a customer at Stripe is deleted there'],
  [/-privacy-sweep: sqs:/, 'sends only what is still pending when its schedule comes'],
  [/-privacy-sweep: sqs:/, 'asks again only for an account whose closing takes long'],
  [/-compare-billing: /, 'runs once a day'],
  [/-reconcile-billing: /, 'acts only on what was lost'],
  [/-reconcile: dynamodb:BatchWriteItem /, 'the records of a list go a minute after its end'],
  [/-reconcile: sqs:.*-billing$/, 'tells of a pack that is due, where its owner wants one bought'],
  [/-reconcile: (sqs|s3):/, 'acts only on what was lost, and on lists that were deleted before'],
  [/-verify: sqs:.*-verify-/, 'servers that ask to come again, and tasks that run out of time'],
];

/** Whether there is an explanation for a permission that no call needed. */
export const isExplained = (right: string): boolean =>
  EXPLAINED.some(([rights]) => rights.test(right));
