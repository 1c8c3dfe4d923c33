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
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { type Answer, decode, encode } from 'dns-packet';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkBootstrap, readNewestBootstrapVersion } from './bootstrap.ts';
import { createCheckContext } from '../../tests/support/check-context.ts';
import type { CheckContext } from './finding.ts';
import {
  checkDmarc,
  checkMailRegion,
  checkReceivedMail,
  checkProductionAccess,
  checkSendingDomain,
} from './mail.ts';
import { checkHostQuotas } from './quotas.ts';
import { checkServiceKey } from './service-key.ts';
import { checkStripe } from './stripe.ts';
import { checkTableSettings } from './table.ts';
import { checkCertificate, checkCloudFront, checkWebDomain } from './web.ts';

const [formation, dynamo, secrets, ses] = [
  mockClient(CloudFormationClient),
  mockClient(DynamoDBClient),
  mockClient(SecretsManagerClient),
  mockClient(SESv2Client),
];
beforeEach(() => {
  for (const client of [formation, dynamo, secrets, ses]) client.reset();
});
afterAll(() => {
  for (const client of [formation, dynamo, secrets, ses]) client.restore();
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

/** Starts a DNS server that knows one record; other names do not exist. */
async function serveName(name: string, answer: Answer) {
  const dns = createSocket('udp4').bind(0, '127.0.0.1');
  await once(dns, 'listening');
  dns.on('message', (packet, { port, address }) => {
    const { id, questions = [] } = decode(packet);
    const isKnown = questions[0]?.name === name;
    const response = { type: 'response', id, questions } as const;
    dns.send(
      encode(isKnown ? { ...response, answers: [answer] } : { ...response, flags: NXDOMAIN }),
      port,
      address,
    );
  });
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${dns.address().port}`]);
  return { resolver, dns };
}

/** Response code for a name that does not exist (RFC 1035, section 4.1.1). */
const NXDOMAIN = 3;

/** Context of the stage prod whose web app and Stripe are the server of this file. */
const contextOf = (status?: string, values: object = {}): CheckContext =>
  createCheckContext(status, {
    settings: { PUBLIC_ORIGIN: origin, STRIPE_API_BASE: origin },
    ...values,
  });

describe('hosts', () => {
  /** Versions of the CDK's resources by region. */
  let bootstrapVersions: Readonly<Record<string, number>> = {};
  /** Mock of Service Quotas and Systems Manager: JSON 1.1, signed, one value per call. */
  const quotas: Record<string, number> = {};
  const requestedQuotas: (string | undefined)[] = [];
  const service = createServer(async (request, response) => {
    const { QuotaCode = '', Name } = JSON.parse(await text(request)) as Record<string, string>;
    if (Name === '/cdk-bootstrap/hnb659fds/version') {
      const [, region = ''] = /\/([\w-]+)\/ssm\//.exec(request.headers.authorization ?? '') ?? [];
      const version = bootstrapVersions[region];
      response.writeHead(version === undefined ? 400 : 200);
      const found = { Parameter: { Value: String(version) } };
      return response.end(JSON.stringify(version ? found : { __type: 'ParameterNotFound' }));
    }
    requestedQuotas.push(
      request.headers['x-amz-target'] as string,
      request.headers['authorization'],
    );
    const Value = quotas[QuotaCode];
    response.writeHead(Value === undefined ? 400 : 200);
    return response.end(
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

  it('need the newest version of the resources of the CDK in both regions', async () => {
    const newest = readNewestBootstrapVersion();
    expect(newest).toBeGreaterThan(20);
    bootstrapVersions = { 'eu-west-3': newest, 'us-east-1': newest };
    expect(await checkBootstrap(contextOf())).toMatchObject({ state: 'done' });
    bootstrapVersions = { 'eu-west-3': newest, 'us-east-1': newest - 1 };
    expect(await checkBootstrap(contextOf())).toMatchObject({
      state: 'missing',
      next: expect.stringContaining('npx cdk bootstrap aws://111111111111/us-east-1;'),
    });
    bootstrapVersions = { 'us-east-1': newest };
    expect((await checkBootstrap(contextOf())).what).toMatch(
      /: aws:\/\/111111111111\/eu-west-3\.$/,
    );
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
    const name = '_dmarc.tamis.test';
    const { resolver, dns } = await serveName(name, { type: 'TXT', name, data });
    expect(await checkDmarc(contextOf(), resolver)).toMatchObject({ state });
    dns.close();
  });

  it.each([
    ['eu-west-3', 'done'],
    ['ca-west-1', 'missing'],
  ])('in %s, receiving mail is %s', async (region, state) => {
    const name = 'inbound-smtp.eu-west-3.amazonaws.com';
    const { resolver, dns } = await serveName(name, { type: 'A', name, data: '192.0.2.1' });
    expect(await checkMailRegion(contextOf('', { region }), resolver)).toMatchObject({ state });
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
