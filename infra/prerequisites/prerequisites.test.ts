import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { CloudFormationClient, DescribeStackEventsCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { decode, encode } from 'dns-packet';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRODUCTION_CONFIG } from '../../tests/infra/production.ts';
import { createStageConfig } from '../stage/config.ts';
import type { DeployedStack } from '../stage/deployed-stacks.ts';
import {
  checkAlarmSubscription,
  checkConcurrency,
  checkDeployment,
  checkEgressAddresses,
} from './account.ts';
import type { CheckContext } from './finding.ts';
import {
  checkDmarc,
  checkReceivedMail,
  checkProductionAccess,
  checkSendingDomain,
} from './mail.ts';
import { checkHostQuotas } from './quotas.ts';
import { checkServiceKey } from './service-key.ts';
import { checkStripe } from './stripe.ts';
import { checkTableSettings } from './table.ts';
import { checkCertificate, checkCloudFront, checkWebDomain } from './web.ts';

const [formation, dynamo, lambda, secrets, ses, sns] = [
  mockClient(CloudFormationClient),
  mockClient(DynamoDBClient),
  mockClient(LambdaClient),
  mockClient(SecretsManagerClient),
  mockClient(SESv2Client),
  mockClient(SNSClient),
];
beforeEach(() => {
  for (const client of [formation, dynamo, lambda, secrets, ses, sns]) client.reset();
});
afterAll(() => {
  for (const client of [formation, dynamo, lambda, secrets, ses, sns]) client.restore();
});

/** Serves the web app's and Stripe's responses on loopback; other paths return 404. */
const responses = new Map<string, unknown>();
const server = createServer((request, response) => {
  const body = responses.get(request.url ?? '');
  response.statusCode = body === undefined ? 404 : 200;
  response.end(JSON.stringify(body ?? {}));
});
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => responses.clear());

const ALL_OUTPUTS: Readonly<Record<string, DeployedStack['outputs']>> = {
  'Tamis-prod': {
    Dkim1: 'a._domainkey.tamis.test CNAME a.dkim.amazonses.com',
    MailFromMx: 'bounce.tamis.test MX 10 feedback-smtp.eu-west-3.amazonses.com',
    MailFromSpf: 'bounce.tamis.test TXT "v=spf1 include:amazonses.com ~all"',
    StripeSecretId: 'arn:stripe',
    TableName: 'restored',
    ServiceKeySecretId: 'arn:service-key',
  },
  'Tamis-prod-Observe': { AlarmTopic: 'arn:topic' },
  'Tamis-prod-Egress': { MailTopic: 'arn:mail' },
  'Tamis-prod-Edge': { AlarmTopic: 'arn:edge', DistributionDomain: 'd1.cloudfront.net' },
};

const template = () => Promise.resolve('{}');

/** Context of the stage prod with stacks in this status; without a status, nothing is deployed. */
function contextOf(status?: string, values: object = {}): CheckContext {
  const stacks = status
    ? Object.entries(ALL_OUTPUTS).map(
        ([name, outputs]) => [name, { status, outputs, template }] as const,
      )
    : [];
  const file = {
    ...PRODUCTION_CONFIG,
    domain: 'tamis.test',
    egress: { kind: 'hosts', count: 1 },
    settings: { PUBLIC_ORIGIN: origin, STRIPE_API_BASE: origin },
    ...values,
  };
  return { config: createStageConfig('prod', file), stacks: new Map(stacks) };
}

it("counts the stage's own reservations as available, but not those of other functions", async () => {
  const AccountLimit = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 101 };
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
  expect(await checkConcurrency(contextOf())).toMatchObject({ state: 'missing' });
  expect(await checkConcurrency(contextOf('CREATE_COMPLETE'))).toMatchObject({ state: 'done' });
});

describe('hosts', () => {
  /** Mock of Service Quotas: JSON 1.1, signed, one quota per call. */
  const quotas: Record<string, number> = {};
  const requestedQuotas: (string | undefined)[] = [];
  const service = createServer(async (request, response) => {
    const { QuotaCode = '' } = JSON.parse(await text(request)) as { QuotaCode?: string };
    requestedQuotas.push(
      request.headers['x-amz-target'] as string,
      request.headers['authorization'],
    );
    const Value = quotas[QuotaCode];
    response.writeHead(Value === undefined ? 400 : 200);
    response.end(
      JSON.stringify(
        Value === undefined
          ? { __type: 'NoSuchResourceException' }
          : { Quota: { ServiceCode: 'ec2', QuotaCode, Value, Adjustable: true } },
      ),
    );
  });
  beforeAll(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    lambda.restore();
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    service.close();
  });

  it('need an address and two vCPUs each', async () => {
    const context = contextOf(undefined, { egress: { kind: 'hosts', count: 6 } });
    Object.assign(quotas, { 'L-0263D0A3': 5, 'L-1216C47A': 12 });
    const { state, next } = await checkHostQuotas(context);
    expect([state, next]).toEqual([
      'missing',
      expect.stringMatching(
        /^Elastic IP addresses: the quota is 5, 6 are needed: aws .*L-0263D0A3 --desired-value 6$/,
      ),
    ]);
    expect(requestedQuotas[0]).toBe('ServiceQuotasV20190624.GetServiceQuota');
    expect(requestedQuotas[1]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d+\/eu-west-3\/servicequ/,
    );
    quotas['L-0263D0A3'] = 6;
    expect(await checkHostQuotas(context)).toMatchObject({ state: 'done' });
    quotas['L-1216C47A'] = 1;
    expect((await checkHostQuotas(context)).next).toMatch(/^vCPUs .* quota is 1, 12 are needed/);
    delete quotas['L-1216C47A'];
    await expect(checkHostQuotas(context)).rejects.toThrow('NoSuchResourceException');
  });

  it('receive mail once the rule set is active', async () => {
    const old = mockClient(SESClient);
    old.on(DescribeActiveReceiptRuleSetCommand).resolves({});
    const context = contextOf('CREATE_COMPLETE');
    expect(await checkReceivedMail(context)).toMatchObject({
      state: 'missing',
      what: 'SES receives no mail for the reverse path: no rule set is active.',
    });
    const Metadata = { Name: 'tamis-prod' };
    old.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata });
    expect(await checkReceivedMail(context)).toMatchObject({
      state: 'done',
      what: expect.stringMatching(/Before you delete the stage, run aws ses set-active-/),
    });
    old.restore();
  });
});

it('leaves the egress to the egress check, and reports it as missing if it is off', () => {
  expect(checkEgressAddresses(contextOf()).next).toContain('the alarm egressShut');
  expect(checkEgressAddresses(contextOf('', { egress: { kind: 'off' } }))).toMatchObject({
    state: 'missing',
  });
});

it('reports the deployment as done once every stack is created', () => {
  expect(checkDeployment(contextOf('CREATE_COMPLETE'))).toMatchObject({ state: 'done' });
  expect(checkDeployment(contextOf('ROLLBACK_COMPLETE'))).toEqual({
    state: 'missing',
    what: 'Not deployed: Tamis-prod, Tamis-prod-Observe, Tamis-prod-Edge.',
    next: 'npm run deploy -- prod',
  });
});

describe('mail', () => {
  it.each([
    [true, true, 'SES allows 50000 emails a day.'],
    [false, true, 'SES is in its sandbox.'],
    [true, false, 'SES has suspended sending.'],
  ])('with production access %s and sending %s: %s', async (access, sending, what) => {
    ses.on(GetAccountCommand).resolves({
      ProductionAccessEnabled: access,
      SendingEnabled: sending,
      SendQuota: { Max24HourSend: 50_000 },
    });
    expect(await checkProductionAccess(contextOf())).toMatchObject({ what });
  });

  it('lists only the records that SES does not find', async () => {
    const context = contextOf('CREATE_COMPLETE');
    ses.on(GetEmailIdentityCommand, { EmailIdentity: 'tamis.test' }).resolves({
      DkimAttributes: { Status: 'SUCCESS' },
      MailFromAttributes: {
        MailFromDomain: 'bounce.tamis.test',
        MailFromDomainStatus: 'PENDING',
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      },
    });
    const { state, next } = await checkSendingDomain(context);
    expect(state).toBe('missing');
    expect(next).toMatch(/bounce\.tamis\.test MX 10 .*\nbounce\.tamis\.test TXT /);
    expect(next).not.toContain('_domainkey');

    ses.on(GetEmailIdentityCommand).resolves({
      DkimAttributes: { Status: 'SUCCESS' },
      MailFromAttributes: {
        MailFromDomain: 'bounce.tamis.test',
        MailFromDomainStatus: 'SUCCESS',
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      },
    });
    expect(await checkSendingDomain(context)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['v=DMARC1; p=reject', 'done'],
    ['v=spf1 -all', 'missing'],
  ])('for the TXT record %s, the DMARC policy is %s', async (data, state) => {
    const dns = createSocket('udp4').bind(0, '127.0.0.1');
    await once(dns, 'listening');
    dns.on('message', (packet, { port, address }) => {
      const { id, questions = [] } = decode(packet);
      expect(questions[0]?.name).toBe('_dmarc.tamis.test');
      const answers = [{ type: 'TXT' as const, name: '_dmarc.tamis.test', data }];
      dns.send(encode({ type: 'response', id, questions, answers }), port, address);
    });
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${dns.address().port}`]);
    expect(await checkDmarc(contextOf(), resolver)).toMatchObject({ state });
    dns.close();
  });
});

describe('the web app', () => {
  it('has its certificate once its stack exists; until then, a stack event contains the record', async () => {
    expect(await checkCertificate(contextOf('UPDATE_COMPLETE'))).toMatchObject({ state: 'done' });
    const reason =
      'Content of DNS Record is: {Name: _a.tamis.test.,Type: CNAME,Value: _b.acm-validations.aws.}';
    const event = { StackId: 'arn', StackName: 'Tamis-prod-Edge', Timestamp: new Date(0) };
    formation.on(DescribeStackEventsCommand, { StackName: 'Tamis-prod-Edge' }).resolves({
      StackEvents: [
        { ...event, EventId: '2' },
        { ...event, EventId: '1', ResourceStatusReason: reason },
      ],
    });
    expect(await checkCertificate(contextOf('CREATE_IN_PROGRESS'))).toMatchObject({
      state: 'missing',
      next: 'Add Name: _a.tamis.test.,Type: CNAME,Value: _b.acm-validations.aws.',
    });
    expect(await checkCertificate(contextOf())).toMatchObject({ state: 'missing' });
  });

  it('needs an account that AWS has verified, which only a distribution proves', () => {
    expect(checkCloudFront(contextOf('UPDATE_COMPLETE')).state).toBe('done');
    for (const context of [contextOf(), contextOf('ROLLBACK_COMPLETE')])
      expect(checkCloudFront(context)).toMatchObject({
        state: 'unseen',
        next: expect.stringMatching(/AWS Support/),
      });
  });

  it('is reachable at its domain once the API responds there', async () => {
    const context = contextOf('CREATE_COMPLETE');
    expect(await checkWebDomain(context)).toEqual({
      state: 'missing',
      what: `${origin}/api/health responds with 404.`,
      next: 'Make the domain an alias of d1.cloudfront.net, or a CNAME to it.',
    });
    responses.set('/api/health', { ok: true });
    expect(await checkWebDomain(context)).toMatchObject({ state: 'done' });
  });
});

describe('Stripe', () => {
  const holds = (key: string) =>
    secrets
      .on(GetSecretValueCommand, { SecretId: 'arn:stripe' })
      .resolves({ SecretString: JSON.stringify({ secret_key: key, webhook_secret: 'w' }) });
  const webhook = (status: string) =>
    responses.set('/v1/webhook_endpoints?limit=100', {
      data: [{ url: `${origin}/api/stripe/webhook`, status }],
    });
  const found = async () => (await checkStripe(contextOf('CREATE_COMPLETE'))).what;

  it('reports one missing step at a time', async () => {
    expect((await checkStripe(contextOf())).what).toBe('Stripe has no key yet.');
    holds('');
    expect(await found()).toBe('Stripe has no key yet.');
    holds('sk_test_1');
    expect(await found()).toBe('Stripe has a test key.');
    holds('sk_live_1');
    expect(await found()).toBe('Stripe rejects the key.');
    webhook('disabled');
    expect(await found()).toBe(`Stripe does not call ${origin}/api/stripe/webhook.`);
    webhook('enabled');
    expect(await found()).toBe('Stripe Tax is not set up.');
    responses.set('/v1/tax/settings', { status: 'active' });
    expect(await checkStripe(contextOf('CREATE_COMPLETE'))).toMatchObject({ state: 'done' });
  });
});

describe('the live table', () => {
  it.each([
    [true, 'ENABLED', 'done', /^The table restored is protected/],
    [false, 'ENABLED', 'missing', /^The table restored lacks deletion protection\.$/],
    [
      false,
      'DISABLED',
      'missing',
      /lacks deletion protection, point-in-time recovery, time to live/,
    ],
  ] as const)(
    'with deletion protection %s and the other settings %s is reported as %s',
    async (isProtected, status, state, what) => {
      dynamo.on(DescribeTableCommand, { TableName: 'restored' }).resolves({
        Table: { DeletionProtectionEnabled: isProtected },
      });
      dynamo.on(DescribeContinuousBackupsCommand).resolves({
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: status },
        },
      });
      dynamo.on(DescribeTimeToLiveCommand).resolves({
        TimeToLiveDescription: { TimeToLiveStatus: status },
      });
      expect(await checkTableSettings(contextOf('CREATE_COMPLETE'))).toMatchObject({
        state,
        what: expect.stringMatching(what),
      });
      expect(await checkTableSettings(contextOf())).toMatchObject({ state: 'missing' });
    },
  );
});

describe('the service key', () => {
  it.each([
    ['off', 'missing'],
    ['tms_live_1', 'missing'],
    ['tms_test_1', 'done'],
  ])('%s is %s', async (SecretString, state) => {
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:service-key' }).resolves({ SecretString });
    expect(await checkServiceKey(contextOf('CREATE_COMPLETE'))).toMatchObject({ state });
  });
});

it('requires that the paging service receives the alarms of both regions', async () => {
  const alarmEndpoint = 'https://events.pager.test/tamis';
  const context = contextOf('CREATE_COMPLETE', { alarmEndpoint });
  const subscribe = (TopicArn: string, ofEndpoint: string) => {
    const email = { Endpoint: 'ops@tamis.test', SubscriptionArn: 'arn:email' };
    const Subscriptions = [email, { Endpoint: alarmEndpoint, SubscriptionArn: ofEndpoint }];
    sns.on(ListSubscriptionsByTopicCommand, { TopicArn }).resolves({ Subscriptions });
  };
  const Attributes = { ConfirmationWasAuthenticated: 'true' };
  sns.on(GetSubscriptionAttributesCommand).resolves({ Attributes });
  subscribe('arn:mail', 'none');
  subscribe('arn:topic', 'arn:pager');
  subscribe('arn:edge', 'PendingConfirmation');
  expect(await checkAlarmSubscription(context)).toMatchObject({
    state: 'missing',
    what: expect.stringContaining(`${alarmEndpoint} has not confirmed`),
    next: expect.stringMatching(/^.*\n.*--region us-east-1 --topic-arn arn:edge .*$/),
  });
  subscribe('arn:edge', 'arn:pager');
  expect(await checkAlarmSubscription(context)).toMatchObject({ state: 'done' });
});

it('requires that the alarm address has confirmed every subscription by a signed call', async () => {
  const subscribed = (TopicArn: string, SubscriptionArn: string, signed = 'true') => {
    sns
      .on(GetSubscriptionAttributesCommand, { SubscriptionArn })
      .resolves({ Attributes: { ConfirmationWasAuthenticated: signed } });
    sns
      .on(ListSubscriptionsByTopicCommand, { TopicArn })
      .resolves({ Subscriptions: [{ Endpoint: 'ops@tamis.test', SubscriptionArn }] });
  };
  const context = contextOf('CREATE_COMPLETE');
  subscribed('arn:topic', 'arn:aws:sns:eu-west-3:111111111111:topic:1');
  subscribed('arn:edge', 'PendingConfirmation');
  subscribed('arn:mail', 'PendingConfirmation');
  expect(await checkAlarmSubscription(context)).toMatchObject({ state: 'missing' });
  subscribed('arn:edge', 'arn:aws:sns:us-east-1:111111111111:edge:1');
  expect(await checkAlarmSubscription(context)).toMatchObject({ state: 'missing' });
  subscribed('arn:mail', 'arn:aws:sns:eu-west-3:111111111111:mail:1');
  expect(await checkAlarmSubscription(context)).toMatchObject({ state: 'done' });
  // A subscription confirmed by link, which anyone with a forwarded email can end.
  subscribed('arn:topic', 'arn:aws:sns:eu-west-3:111111111111:topic:1', 'false');
  expect((await checkAlarmSubscription(context)).next).toContain(
    '\naws sns confirm-subscription --region eu-west-3 --topic-arn arn:topic --authenticate-on-unsubscribe true',
  );
  expect(await checkAlarmSubscription(contextOf())).toMatchObject({ state: 'missing' });
});
