import type { AccountMessage } from '../../shared/messages/account.ts';
import type { BillingMessage } from '../../shared/messages/billing.ts';
import type { ConfirmRefundsMessage } from '../../shared/messages/bounces.ts';
import type { CheckMessage } from '../../shared/messages/checks.ts';
import type { ConnectionMessage } from '../../shared/messages/connections.ts';
import type {
  FinalizeMessage,
  ListMessage,
  VerifyTaskMessage,
} from '../../shared/messages/lists.ts';
import type { MailContent } from '../../shared/messages/mail.ts';
import type { PrivacyMessage } from '../../shared/messages/privacy.ts';
import type { WebhookMessage } from '../../shared/messages/webhooks.ts';

type ByKind<M extends { kind: string }> = Readonly<Record<M['kind'], string>>;

interface GoldenMessages {
  readonly list: ByKind<ListMessage>;
  readonly verify: ByKind<VerifyTaskMessage | CheckMessage> & { readonly grown: string };
  readonly finalize: ByKind<FinalizeMessage>;
  readonly account: ByKind<AccountMessage>;
  readonly billing: ByKind<BillingMessage>;
  readonly privacy: ByKind<PrivacyMessage> & { readonly more: string };
  readonly bounces: ByKind<ConfirmRefundsMessage>;
  readonly connections: ByKind<ConnectionMessage>;
  readonly webhooks: ByKind<WebhookMessage>;
  readonly mail: Readonly<Record<MailContent['template'], string>>;
  /** Direct calls of the engine's function, and its responses. */
  readonly engineCall: Readonly<Record<'call', string>>;
  readonly engineResponse: Readonly<Record<'response', string>>;
  /** Tasks in the engine's queues, and the stored answers. */
  readonly engineTask: Readonly<Record<'engine', string>>;
  readonly engineAnswer: Readonly<Record<'answer', string>>;
}

const USER = '01JABCDEFGHJKMNPQRSTVWXYZ0';
const LIST = '01JABCDEFGHJKMNPQRSTVWXYZ1';
const of = (kind: string) => `"kind":"${kind}","v":1,"userId":"${USER}"`;
const mail = (template: string, params: string) =>
  `{"kind":"mail","v":1,"id":"golden","to":"ada@mail.example","firstName":"Ada","language":"en",` +
  `"content":{"template":"${template}","params":${params}}}`;

/**
 * Messages that queues may contain during a deployment, as they were sent, by version. Never edit
 * the messages of a released version: a new shape gets a new version. Keep the old version for 14
 * days, after which no queue can contain it.
 */
export const GOLDEN_MESSAGES = {
  1: {
    list: {
      ingest: `{${of('ingest')},"listId":"${LIST}"}`,
      resume: `{${of('resume')}}`,
    },
    verify: {
      verify: `{${of('verify')},"listId":"${LIST}","task":"00012","range":[0,16384],"attempt":0}`,
      check: `{${of('check')},"requestId":"${LIST}","by":"web","attempt":1}`,
      grown: `{${of('verify')},"listId":"${LIST}","task":"00012dr","attempt":2,"notBefore":1893553445000,"turn":"bulk"}`,
    },
    connections: {
      import: `{${of('import')},"importId":"${LIST}"}`,
      apply: `{${of('apply')},"jobId":"${LIST}-0001"}`,
      bounces: `{${of('bounces')},"connectionId":"3f7a1c09e5b24d68a0c1f2e3","day":"2026-11-29"}`,
      watch: `{${of('watch')},"checkId":"${LIST}.1"}`,
    },
    engineCall: {
      call: `{"requestId":"golden","addresses":["ada@mail.example"],"domainsOnly":false,"options":{"deadline":1893553445000,"attempt":0,"priority":2,"customer":"${USER}"}}`,
    },
    engineResponse: {
      response:
        '{"connections":1,"verdicts":[{"email":"ada@mail.example","status":"undeliverable","reason":"no_such_mailbox","confidence":0.98,"mx":"mx.mail.example","provider":"google","flags":{"catch_all":false,"catch_all_unknown":false,"disposable":false,"role":false,"free":false,"mailbox_full":false,"tagged":false,"gateway":false,"parked":false,"no_dmarc":false},"reply":{"stage":"rcpt","code":550,"enhanced":"5.1.1","text":"5.1.1 No such user here"}}]}',
    },
    engineTask: {
      engine: `{"kind":"engine","v":1,"task":{${of('verify')},"listId":"${LIST}","task":"00012","range":[0,16384],"attempt":0},"addresses":["ada@mail.example"],"priority":1,"answer":"answers/${USER}/${LIST}/00012-express-0-golden","receives":0}`,
    },
    engineAnswer: { answer: '{"connections":0,"verdicts":[],"receives":12}' },
    finalize: { finalize: `{${of('finalize')},"listId":"${LIST}"}` },
    account: {
      password_reset: `{"kind":"password_reset","v":1,"email":"ada@mail.example","token":"golden","expiresAt":1893553445000}`,
      password_change: `{${of('password_change')},"at":1893553445000}`,
      access_change: `{${of('access_change')},"dueAt":1893553445000}`,
      transfer: `{${of('transfer')},"accountId":"u2","at":1893553445000}`,
    },
    billing: {
      stripe_event: `{"kind":"stripe_event","v":1,"eventId":"evt_1"}`,
      renewal: `{${of('renewal')}}`,
      top_up: '{"kind":"top_up","v":1,"userId":"u1"}',
      customer: `{${of('customer')}}`,
    },
    privacy: {
      export: `{${of('export')},"exportId":"01JABCDEFGHJKMNPQRSTVWXYZ2"}`,
      close: `{${of('close')}}`,
      more: `{${of('export')},"exportId":"01JABCDEFGHJKMNPQRSTVWXYZ2","from":{"upload":{"id":"x","tags":["\\"9b\\""]},"list":0,"key":{"PK":"USER#${USER}","SK":"ENTRY#use:1"}}}`,
    },
    bounces: {
      confirm: `{${of('confirm')},"reportId":"01JABCDEFGHJKMNPQRSTVWXYZ4","attempt":1}`,
    },
    webhooks: {
      events: `{${of('events')}}`,
      endpoint: `{${of('endpoint')},"endpointId":"01JABCDEFGHJKMNPQRSTVWXYZ3"}`,
    },
    mail: {
      otp: mail('otp', '{"code":"0042","minutes":10}'),
      already_registered: mail('already_registered', '{}'),
      account_deleted: mail('account_deleted', '{}'),
      account_closed_member: mail('account_closed_member', '{"account":"Analytical Engines"}'),
      export_ready: mail('export_ready', '{"path":"/api/account/export/golden","days":7}'),
      password_reset: mail(
        'password_reset',
        '{"token":"golden","email":"ada@mail.example","minutes":30}',
      ),
      account_offered: mail(
        'account_offered',
        '{"account":"Analytical Engines","by":"Ada Martin","days":7}',
      ),
      account_transferred: mail(
        'account_transferred',
        '{"account":"Analytical Engines","to":"Alan Moreau"}',
      ),
      invitation: mail(
        'invitation',
        '{"account":"Analytical Engines","by":"Ada Martin","role":"member","path":"/invitation?id=x&t=golden","days":7}',
      ),
      password_changed: mail('password_changed', '{}'),
      factors_changed: mail('factors_changed', '{"what":"factor_added"}'),
      access_changed: mail(
        'access_changed',
        '{"changes":[{"kind":"key","what":"added","name":"Job","at":"2026-11-27T10:00:00.000Z","by":"Firefox, Linux · 203.0.113.0/24"}]}',
      ),
      factor_reset: mail(
        'factor_reset',
        '{"at":"2026-11-27T10:00:00.000Z","path":"/keep-factors?t=golden"}',
      ),
      list_finished: mail(
        'list_finished',
        '{"listName":"March","total":10,"valid":6,"invalid":2,"risky":1,"unknown":1}',
      ),
      list_rechecked: mail(
        'list_rechecked',
        '{"listName":"March","asked":10,"valid":2,"invalid":1,"risky":1,"unknown":6}',
      ),
      list_changed: mail(
        'list_changed',
        '{"listName":"March","asked":10,"changed":4,"gone":2,"gained":1}',
      ),
      watch_stopped: mail('watch_stopped', '{"listName":"March","reason":"insufficient_credit"}'),
      list_canceled: mail('list_canceled', '{"listName":"March","reason":"unreadable"}'),
      list_paused: mail('list_paused', '{"listName":"March","needed":100,"available":20}'),
      purchase: mail('purchase', '{"credits":1000,"cents":500,"monthly":false}'),
      connection_revoked: mail('connection_revoked', '{"connection":"Mailchimp (Acme)"}'),
      webhook_failing: mail('webhook_failing', '{"host":"hooks.example.com"}'),
      webhook_changed: mail(
        'webhook_changed',
        '{"what":"moved","host":"hooks.example.com","by":"0aZ9"}',
      ),
      form_bound: mail('form_bound', '{"formName":"Newsletter","bound":500}'),
      vat_number_refused: mail('vat_number_refused', '{}'),
      low_credits: mail('low_credits', '{"available":20}'),
      top_up_price: mail('top_up_price', '{"credits":5000,"cents":2500,"agreedCents":2000}'),
      top_up_failed: mail('top_up_failed', '{"credits":10000,"why":"declined","paused":false}'),
      credits_below: mail('credits_below', '{"available":480,"level":500}'),
      payment_failed: mail('payment_failed', '{}'),
      payment_authentication: mail(
        'payment_authentication',
        '{"path":"/api/billings/in_1/receipt?t=1"}',
      ),
      credits_corrected: mail('credits_corrected', '{"credits":50,"reason":"Given twice"}'),
      refund_failed: mail('refund_failed', '{"cents":250}'),
      refunded: mail('refunded', '{"cents":250,"total":500,"credits":500}'),
      bounces_to_review: mail(
        'bounces_to_review',
        '{"customer":"ada@mail.example","addresses":12,"reportId":"01R","listId":"01L"}',
      ),
      money_taken_back: mail(
        'money_taken_back',
        '{"what":"dispute","customer":"ada@customer.test","cents":500,"reason":"fraudulent","dueAt":"2030-01-02T03:04:05.000Z","page":"https://dashboard.stripe.com/payments/pi_1"}',
      ),
      payment_disputed: mail('payment_disputed', '{"cents":500}'),
      dispute_ended: mail('dispute_ended', '{"cents":500,"lost":true}'),
      renewal_stopped: mail('renewal_stopped', '{"endsAt":"2030-01-02T03:04:05.000Z"}'),
      subscription_cancelled: mail(
        'subscription_cancelled',
        '{"endsAt":"2030-01-02T03:04:05.000Z"}',
      ),
      subscription_unpaid: mail('subscription_unpaid', '{"endsAt":"2030-01-02T03:04:05.000Z"}'),
    },
  },
} as const satisfies Readonly<Record<number, GoldenMessages>>;
