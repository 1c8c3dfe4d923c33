import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { concurrencyProblem } from '../features/concurrency.ts';
import { EDGE_REGION } from '../stage/config.ts';
import { regionOf, wasMade } from '../stage/deployed.ts';
import { done, type Finding, missing, outputsOf, type Place } from './finding.ts';

/** Functions that the account may run at once, against what the stage reserves. */
export async function concurrency(place: Place): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient(regionOf(place.config)).send(
    new GetAccountSettingsCommand(),
  );
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const problem = concurrencyProblem(place.config, limit);
  return problem === undefined
    ? done(`Lambda may run ${limit} functions at once.`)
    : missing(problem, INCREASE);
}

/** https://docs.aws.amazon.com/servicequotas/latest/userguide/request-quota-increase.html */
const INCREASE =
  'aws service-quotas request-service-quota-increase --service-code lambda ' +
  '--quota-code L-B99A9384 --desired-value 1000';

/** The stacks, and with them the budget, whose mails ask for no confirmation. */
export function deployment({ config, stacks }: Place): Finding {
  const names = ['', '-Observe', ...(config.account?.domain ? ['-Edge'] : [])].map(
    (part) => `Tamis-${config.stage}${part}`,
  );
  const waiting = names.filter((name) => {
    const stack = stacks.get(name);
    return stack === undefined || !wasMade(stack);
  });
  return waiting.length === 0
    ? done(`${names.join(', ')} are deployed, with a budget.`)
    : missing(`Not deployed: ${waiting.join(', ')}.`, `npm run deploy -- ${config.stage}`);
}

/** Port 25, and the names of our addresses: no call of AWS tells, mail servers do. */
export function egress({ config }: Place): Finding {
  const kind = config.account?.egress.kind ?? 'off';
  return kind === 'off'
    ? missing(
        'The egress is off: what needs a mail server is unknown.',
        `Write another "egress" into infra/stages/${config.stage}.json.`,
      )
    : {
        state: 'unseen',
        what: `Whether mail servers reply by the egress ${kind}, and find its names.`,
        next: `npm run egress:check -- --stage ${config.stage}; afterwards the alarm checksErrorLines tells each hour.`,
      };
}

/**
 * Whether the address of the alarms gets them, and the mail for our egress addresses: a subscription
 * by email waits until somebody follows the link in its first mail. https://docs.aws.amazon.com/sns/latest/dg/sns-email-notifications.html
 */
export async function alarmSubscription(place: Place): Promise<Finding> {
  const { env, alarmEmail = 'nobody' } = place.config.account ?? {};
  const topics = (['-Observe', '-Edge', '-Egress'] as const).flatMap((part) => {
    const { AlarmTopic, MailTopic: TopicArn = AlarmTopic } = outputsOf(place, part);
    return TopicArn ? [{ TopicArn, region: part === '-Edge' ? EDGE_REGION : env?.region }] : [];
  });
  const confirmed = await Promise.all(
    topics.map(({ TopicArn, region }) => isConfirmed(TopicArn, region, alarmEmail)),
  );
  return topics.length > 0 && !confirmed.includes(false)
    ? done(`${alarmEmail} has confirmed every subscription.`)
    : missing(
        `${alarmEmail} has not confirmed every subscription yet.`,
        'Follow the link in each mail "AWS Notification - Subscription Confirmation".',
      );
}

async function isConfirmed(
  TopicArn: string,
  region: string | undefined,
  address: string,
): Promise<boolean> {
  const client = new SNSClient({ ...(region && { region }) });
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client },
    { TopicArn },
  ))
    for (const { Endpoint, SubscriptionArn = '' } of Subscriptions)
      if (Endpoint === address && SubscriptionArn.startsWith('arn:')) return true;
  return false;
}
