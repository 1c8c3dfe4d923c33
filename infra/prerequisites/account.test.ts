import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSMSSandboxAccountStatusCommand,
  GetSubscriptionAttributesCommand,
  ListSMSSandboxPhoneNumbersCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTION_CONFIG } from '../../tests/infra/production.ts';
import { createCheckContext as contextOf } from '../../tests/support/check-context.ts';
import {
  checkAlarmPhone,
  checkAlarmSubscription,
  checkConcurrency,
  checkDeployment,
  checkEgressAddresses,
} from './account.ts';
import type { CheckContext } from './finding.ts';

const [lambda, sns] = [mockClient(LambdaClient), mockClient(SNSClient)];
beforeEach(() => {
  for (const client of [lambda, sns]) client.reset();
});
afterAll(() => {
  for (const client of [lambda, sns]) client.restore();
});

describe('concurrency', () => {
  const ACCOUNT = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 101 };
  beforeEach(() => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: ACCOUNT });
  });
  const deployedWith = (file: object): CheckContext['stacks'] =>
    new Map([
      [
        'Tamis-prod',
        {
          status: 'UPDATE_COMPLETE',
          outputs: { Stage: JSON.stringify(file) },
          template: async () => '{}',
        },
      ],
    ]);

  it("counts the stage's own reservations as available, but not those of other functions", async () => {
    expect(await checkConcurrency(contextOf())).toMatchObject({ state: 'missing' });
    expect(await checkConcurrency(contextOf('CREATE_COMPLETE'))).toMatchObject({ state: 'done' });
  });

  it.each([
    ['CHECKS_IN_FLIGHT', { settings: { CHECKS_IN_FLIGHT: '101' } }],
    ['bulkWorkers', { bulkWorkers: 23 }],
  ])('counts what is deployed, not what a higher %s would reserve', async (_, more) => {
    const now = contextOf('UPDATE_COMPLETE', more);
    expect(await checkConcurrency(now)).toMatchObject({ state: 'missing' });
    const stacks = deployedWith({ ...PRODUCTION_CONFIG, ...more });
    expect(await checkConcurrency({ ...now, stacks })).toMatchObject({ state: 'done' });
  });

  it('counts what the new file reserves if the deployed one is invalid by now', async () => {
    const { config } = contextOf('UPDATE_COMPLETE');
    const stacks = deployedWith({ kind: 'prod' });
    expect(await checkConcurrency({ config, stacks })).toMatchObject({ state: 'done' });
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

describe('text messages to the alarm phone', () => {
  const phone = '+33612345678';
  const check = () => checkAlarmPhone(contextOf('CREATE_COMPLETE', { alarmEndpoint: phone }));

  it('need a verified number while the account is in the sandbox', async () => {
    sns.on(GetSMSSandboxAccountStatusCommand).resolves({ IsInSandbox: true });
    for (const [PhoneNumber, Status, state] of [
      ['+33600000000', 'Verified', 'missing'],
      [phone, 'Pending', 'missing'],
      [phone, 'Verified', 'done'],
    ] as const) {
      const PhoneNumbers = [{ PhoneNumber, Status }];
      sns.on(ListSMSSandboxPhoneNumbersCommand).resolves({ PhoneNumbers });
      expect([PhoneNumber, Status, await check()]).toMatchObject([PhoneNumber, Status, { state }]);
    }
    sns.on(ListSMSSandboxPhoneNumbersCommand).resolves({ PhoneNumbers: [] });
    const { what, next } = await check();
    expect(what).toBe(`SNS sends no text messages to ${phone} from eu-west-3 and us-east-1.`);
    expect(next).toContain('create-sms-sandbox-phone-number --region us-east-1 ');
  });

  it('need nothing after the sandbox', async () => {
    sns.on(GetSMSSandboxAccountStatusCommand).resolves({ IsInSandbox: false });
    expect(await check()).toMatchObject({ state: 'done' });
    expect(sns.commandCalls(ListSMSSandboxPhoneNumbersCommand)).toHaveLength(0);
  });
});
