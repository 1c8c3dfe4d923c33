/**
 * Permissions that no call in tests/integration/wire.test.ts needs, with the reason why they are
 * granted.
 */
const EXPLAINED: readonly (readonly [rights: RegExp, why: string])[] = [
  [/ s3:ListBucket /, 'without it, S3 returns 403 instead of 404 for a missing object'],
  [/-upload: s3:List/, 'needed only for a large file sent in parts'],
  [/: dynamodb:UpdateItem /, 'a call with an API key records its use'],
  [/-audit-ledger: /, 'runs every hour'],
  [/-check-egress: /, 'a laptop contacts no mail server'],
  [/-check-service: /, 'a laptop has no service key'],
  [/-abandon: /, 'works only after a task failed twelve times'],
  [/-check-email: sqs:/, 'only a check that its caller does not wait for continues with a message'],
  [/-check-form: sqs:.*-mail$/, 'an email is sent only once a form reaches its daily limit'],
  [/-verify: dynamodb:.*PENDINGCHECK/, 'only such a check is completed by the worker'],
  [/-mail: sqs:.*-mail-feedback$/, 'the local SES rejects none of these emails'],
  [/-mail-feedback: /, 'receives bounces, which the local SES does not generate'],
  [
    /-(save-)?low-credits: (sqs:|dynamodb:|secretsmanager:.*stripe)/,
    'needed only for customers with top-ups',
  ],
  [/-download: s3:GetObject .*selections/, 'the link to a selection is signed with it'],
  [/-download: s3:DeleteObject /, 'a selection is deleted once no link to it is valid'],
  [
    /-(create|update)-endpoint: sqs:.*-mail$/,
    'an email is sent only for an endpoint that a key creates, and for a changed URL',
  ],
  [/-get-api-key: .*:secret:tamis-csrf/, 'signs a challenge if the last proof of a factor is old'],
  [/-list-users: .*stripe-secret/, 'invoices and checkouts are searched for at Stripe'],
  [/-edit-profile: sqs:/, 'an email is sent only for a changed password'],
  [/-stripe-webhook: dynamodb:GetItem /, 'only a repeated event is looked up'],
  [/-login: .*:secret:tamis-secret/, 'needed only for a customer without a test key'],
  [
    /-resend-otp: (sqs|dynamodb|secretsmanager):/,
    'needed only for a registration without a confirmed code',
  ],
  [/-billing: .*:secret:tamis-secret/, 'the first purchase creates an API key'],
  [/-billing: .*:secret:tamis-link/, 'an email with a link is sent for an unpaid renewal'],
  [/-finalize: sqs:.*-finalize$/, 'needed only for a large list that waits for another one'],
  [/-verify: dynamodb:GetItem /, 'reads a limit only if addresses appear to be guessed'],
  [/-privacy: sqs:.*-privacy$/, 'only a run that reaches its deadline continues with a message'],
  [/-finalize: s3:DeleteObject /, 'needed only if the list is deleted during the run'],
  [/-ingest: s3:DeleteObject /, 'needed only for an unregistered upload'],
  [
    /-ingest: sqs:.*-(finalize|list|mail|verify-bulk)$/,
    'lists without an address, several lists at once, bad files, long lists',
  ],
  [/-list-rows: s3:GetObject .*work/, 'reads the work files of a list only while it is running'],
  [/-ingest: sqs:.*-webhooks$/, 'notifies of lists that wait for credits or are invalid'],
  [/-(verify|abandon): sqs:.*-webhooks$/, 'notifies of background checks'],
  [/-verify: .*:secret:tamis-link/, 'remembers verdicts of background checks'],
  [
    /-webhooks: (sqs:|secretsmanager:)/,
    'signs requests to endpoints, and emails the owner of a failing one; a run may do neither',
  ],
  [/-sweep-webhooks: /, 'sends only lost work, or work that is due after a long delay'],
  [
    /-read-bounces: (lambda:|sqs:|s3:GetObject .*reports)/,
    'needed only for an address that bounced although it was called deliverable',
  ],
  [/-read-bounces: s3:DeleteObject .*reports/, 'only a report deleted during the run leaves rows'],
  [/-get-bounce-report: s3:GetObject /, 'a report has no rows before its file is read'],
  [/-privacy: s3:DeleteObject .*(bounces|reports)/, 'needed only for an account with reports'],
  [/-privacy: .*stripe-secret/, 'needed only for accounts with a Stripe customer'],
  [/-privacy-sweep: sqs:/, 'resends only messages of accounts whose closing takes long'],
  [/-compare-billing: /, 'runs once a day'],
  [/-reconcile-billing: /, 'acts only on lost work'],
  [
    /-reconcile: dynamodb:BatchWriteItem /,
    'the records of a list are deleted a minute after its end',
  ],
  [/-reconcile: sqs:.*-billing$/, 'sends a top-up only for owners who have chosen it'],
  [/-reconcile: (sqs|s3):/, 'acts only on lost work and deleted lists'],
  [/-verify: sqs:.*-verify-/, 'needed only for greylisting servers and tasks that run out of time'],
];

export const isUnusedRightExplained = (right: string): boolean =>
  EXPLAINED.some(([rights]) => rights.test(right));
