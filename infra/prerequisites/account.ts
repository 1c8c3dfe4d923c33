import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSMSSandboxAccountStatusCommand,
  GetSubscriptionAttributesCommand,
  paginateListSMSSandboxPhoneNumbers,
  paginateListSubscriptionsByTopic,
  SNSClient,
} from '@aws-sdk/client-sns';
import { describeConcurrencyShortage, reservedConcurrencyOf } from '../features/concurrency.ts';
import { createStageConfig, EDGE_REGION, type StageConfig } from '../stage/config.ts';
import {
  clientConfigFor,
  type DeployedStack,
  regionsOf,
  wasEverCreated,
} from '../stage/deployed-stacks.ts';
import { StageError } from '../stage/stage-file.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  outputsOf,
  type CheckContext,
} from './finding.ts';

/** Checks that the account's concurrency limit covers the stage's reservations. */
export async function checkConcurrency(context: CheckContext): Promise<Finding> {
  const limit = await getAvailableConcurrency(context);
  const problem = describeConcurrencyShortage(context.config, limit);
  return problem === undefined
    ? createDoneFinding(`Lambda may run ${limit} concurrent executions.`)
    : createMissingFinding(problem, INCREASE_HINT);
}

/**
 * Returns the concurrency available to a stage: unreserved concurrency of the account, plus what
 * the deployed stage reserves, which may be less than its file now asks for.
 * https://docs.aws.amazon.com/lambda/latest/api/API_AccountLimit.html
 */
export async function getAvailableConcurrency({ config, stacks }: CheckContext): Promise<number> {
  const { AccountLimit } = await new LambdaClient(clientConfigFor(config)).send(
    new GetAccountSettingsCommand(),
  );
  const core = stacks.get(`Tamis-${config.stage}`);
  const own =
    core && wasEverCreated(core) ? reservedConcurrencyOf(deployedConfigOf(config, core)) : 0;
  return (AccountLimit?.UnreservedConcurrentExecutions ?? 0) + own;
}

/**
 * Returns the configuration of the last deployment, or the new one if the deployed file is no
 * longer valid: an earlier version may have required other values.
 */
function deployedConfigOf(config: StageConfig, { outputs }: DeployedStack): StageConfig {
  try {
    return createStageConfig(config.stage, JSON.parse(outputs['Stage'] ?? 'null'));
  } catch (error) {
    if (error instanceof StageError) return config;
    throw error;
  }
}

/** https://docs.aws.amazon.com/servicequotas/latest/userguide/request-quota-increase.html */
const INCREASE_HINT =
  'aws service-quotas request-service-quota-increase --service-code lambda ' +
  '--quota-code L-B99A9384 --desired-value 1000';

/** Checks that the stacks are deployed, including the budget, whose emails need no confirmation. */
export function checkDeployment({ config, stacks }: CheckContext): Finding {
  const names = ['', '-Observe', ...(config.account?.domain ? ['-Edge'] : [])].map(
    (part) => `Tamis-${config.stage}${part}`,
  );
  const missingStacks = names.filter((name) => {
    const stack = stacks.get(name);
    return stack === undefined || !wasEverCreated(stack);
  });
  return missingStacks.length === 0
    ? createDoneFinding(`${names.join(', ')} are deployed, including the budget.`)
    : createMissingFinding(
        `Not deployed: ${missingStacks.join(', ')}.`,
        `npm run deploy -- ${config.stage}`,
      );
}

/** Only reminds, because the budget needs the tag, whose status only the payer account can see. */
export const checkCostTag = (): Finding => ({
  state: 'unseen',
  what: 'Whether the tag `stage` is active for costs: without it, the budget counts nothing.',
  next: 'aws ce update-cost-allocation-tags-status --cost-allocation-tags-status TagKey=stage,Status=Active',
});

/**
 * Refers the operator to the egress check, which contacts mail servers: no AWS call reports whether
 * port 25 is open, or whether mail servers accept the EHLO names.
 */
export function checkEgressAddresses({ config }: CheckContext): Finding {
  const kind = config.account?.egress.kind ?? 'off';
  return kind === 'off'
    ? createMissingFinding(
        'The egress is off: verdicts that need a mail server are unknown.',
        `Set "egress" in infra/stages/${config.stage}.json.`,
      )
    : {
        state: 'unseen',
        what: `Whether mail servers respond to the egress ${kind} and find its names.`,
        next: `npm run egress:check -- --stage ${config.stage}; from then on, the alarm egressShut reports it.`,
      };
}

/**
 * Checks that the alarm address receives alarms and the mail for our egress addresses, and that the
 * paging service or phone receives alarms. Anyone who has one of the emails can cancel a
 * subscription that was confirmed by link, but not one confirmed by a signed call:
 * https://docs.aws.amazon.com/sns/latest/api/API_ConfirmSubscription.html
 */
export async function checkAlarmSubscription(context: CheckContext): Promise<Finding> {
  const { env, alarmEmail = 'nobody', alarmEndpoint } = context.config.account ?? {};
  const wanted = (['-Observe', '-Edge', '-Egress'] as const).flatMap((part) => {
    const { AlarmTopic, MailTopic } = outputsOf(context, part);
    const region = part === '-Edge' ? EDGE_REGION : env?.region;
    return ([AlarmTopic && alarmEndpoint, alarmEmail] as const).flatMap((address) => {
      const TopicArn = AlarmTopic ?? MailTopic;
      return address && TopicArn ? [{ address, TopicArn, region }] : [];
    });
  });
  const unconfirmed: typeof wanted = [];
  for (const each of wanted) if (!(await isConfirmed(each))) unconfirmed.push(each);
  const whom = [...new Set(unconfirmed.map(({ address }) => address))].join(' and ') || alarmEmail;
  return wanted.length > 0 && unconfirmed.length === 0
    ? createDoneFinding(`${alarmEmail} has confirmed every subscription.`)
    : createMissingFinding(
        `${whom} has not confirmed every subscription in a way that no email can end.`,
        [
          'The link in each "AWS Notification - Subscription Confirmation" contains a token:',
          ...unconfirmed.map(
            ({ TopicArn, region }) =>
              `aws sns confirm-subscription --region ${region} --topic-arn ${TopicArn} --authenticate-on-unsubscribe true --token TOKEN`,
          ),
        ].join('\n'),
      );
}

async function isConfirmed({
  address,
  TopicArn,
  region,
}: {
  readonly address: string;
  readonly TopicArn: string;
  readonly region: string | undefined;
}): Promise<boolean> {
  const client = new SNSClient({ ...(region && { region }) });
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client },
    { TopicArn },
  ))
    for (const { Endpoint, SubscriptionArn = '' } of Subscriptions)
      if (Endpoint === address && SubscriptionArn.startsWith('arn:')) {
        // A subscription of a URL or a phone number cannot be canceled through a forwarded email.
        if (!/^[^/]+@/.test(address)) return true;
        const command = new GetSubscriptionAttributesCommand({ SubscriptionArn });
        const { Attributes } = await client.send(command);
        return Attributes?.['ConfirmationWasAuthenticated'] === 'true';
      }
  return false;
}

/**
 * Checks that SNS may send text messages to the alarm phone. In a region whose sandbox the account
 * has not left, SNS sends only to verified numbers, and drops other messages silently:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-sms-sandbox.html
 */
export async function checkAlarmPhone({ config }: CheckContext): Promise<Finding> {
  const { alarmEndpoint: phone = '' } = config.account ?? {};
  const regions: string[] = [];
  for (const region of regionsOf(config))
    if (!(await reachesPhone(phone, region))) regions.push(region ?? 'REGION');
  return regions.length === 0
    ? createDoneFinding(`SNS may send text messages to ${phone}.`)
    : createMissingFinding(
        `SNS sends no text messages to ${phone} from ${regions.join(' and ')}.`,
        [
          'Verify the number, or ask AWS to move the account out of the SMS sandbox:',
          ...regions.flatMap((region) => [
            `aws sns create-sms-sandbox-phone-number --region ${region} --phone-number ${phone}`,
            `aws sns verify-sms-sandbox-phone-number --region ${region} --phone-number ${phone} --one-time-password CODE`,
          ]),
        ].join('\n'),
      );
}

async function reachesPhone(phone: string, region: string | undefined): Promise<boolean> {
  const client = new SNSClient({ ...(region && { region }) });
  const { IsInSandbox } = await client.send(new GetSMSSandboxAccountStatusCommand());
  if (!IsInSandbox) return true;
  for await (const { PhoneNumbers = [] } of paginateListSMSSandboxPhoneNumbers({ client }, {}))
    if (PhoneNumbers.some((each) => each.PhoneNumber === phone && each.Status === 'Verified'))
      return true;
  return false;
}

/** Only reminds, because a stage does not own settings of the whole account. */
export const checkAccountSecurity = (): Finding => ({
  state: 'unseen',
  what: 'Whether the account has MFA for its root user, a CloudTrail trail, GuardDuty and a monitor of cost anomalies.',
  next: 'See docs/operators/deploying.md, "Before the first day", step 11.',
});
