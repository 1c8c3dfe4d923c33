import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { DefinitionBody, StateMachine, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import { CallAwsService, SnsPublish } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { StageConfig } from '../stage/config.ts';
import { createAlarmTopic } from '../observe/alarm.ts';
import { addAlarms } from '../observe/alarms.ts';
import { createDashboard } from '../observe/dashboard.ts';
import type { CoreResources } from '../constructs/core.ts';

/**
 * Creates a daily email that lists the firing alarms. It is sent even if there are none, so that
 * its absence is noticed. Step Functions makes both API calls, so no function is needed:
 * https://docs.aws.amazon.com/step-functions/latest/dg/supported-services-awssdk.html
 */
function createDailyMail(scope: Construct, id: string, topic: ITopic): void {
  const { stackName } = Stack.of(scope);
  const alarms = CallAwsService.jsonata(scope, `${id}Alarms`, {
    service: 'cloudwatch',
    action: 'describeAlarms',
    parameters: { AlarmNamePrefix: `${stackName}-`, StateValue: 'ALARM', MaxRecords: 100 },
    // DescribeAlarms has no resource-level permissions:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html
    iamResources: ['*'],
  });
  const mail = SnsPublish.jsonata(scope, `${id}Send`, {
    topic,
    subject: `${stackName}: alarms of the last day`,
    message: TaskInput.fromText(MAIL_TEXT),
  });
  const machine = new StateMachine(scope, id, {
    definitionBody: DefinitionBody.fromChainable(alarms.next(mail)),
  });
  for (const [rule, reason] of Object.entries(SUPPRESSED_RULES))
    Validations.of(machine).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  const schedule = Schedule.cron({ hour: '6', minute: '0' });
  new Rule(scope, `${id}Rule`, { schedule, targets: [new SfnStateMachine(machine)] });
}

/** JSONata expression: a line with the number of alarms, then each one's name and description. */
const MAIL_TEXT =
  "{% $count($states.input.MetricAlarms) & ' alarms are firing, or were within the last day.\\n\\n' & " +
  "$join($states.input.MetricAlarms.(AlarmName & '\\n' & AlarmDescription), '\\n\\n') %}";

/** cdk-nag rules that do not apply to two API calls a day, with the reason. */
const SUPPRESSED_RULES = {
  SF1: 'A day without the email shows a failure as well as a log would',
  SF2: 'Two API calls need no tracing',
  'IAM5[Resource::*]': 'DescribeAlarms has no resource-level permissions',
};

interface ObserveStackProps extends StackProps {
  readonly config: StageConfig;
  readonly core: CoreResources;
}

/** Monitoring: alarms, the daily mail, the dashboard and a budget. */
export class ObserveStack extends Stack {
  constructor(scope: Construct, id: string, { config, core, ...props }: ObserveStackProps) {
    super(scope, id, { description: 'Tamis: alarms, dashboard, budget', ...props });
    const topic = createAlarmTopic(this, 'topic', config);
    addAlarms(this, 'alarms', { config, core, topic });
    createDailyMail(this, 'daily', topic);
    createDashboard(this, 'dashboard', { core, stage: config.stage });
    const { alarmEmail, monthlyBudget } = config.account ?? {};
    if (alarmEmail !== undefined && monthlyBudget !== undefined)
      this.addBudget(config.stage, alarmEmail, monthlyBudget);
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
  }

  /**
   * Adds a budget for this stage only, by a tag that an operator activates once:
   * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html
   */
  private addBudget(stage: string, address: string, amount: number): void {
    new CfnBudget(this, 'budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stage$${stage}`] },
      },
      notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
        notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
        subscribers: [{ subscriptionType: 'EMAIL', address }],
      })),
    });
  }
}
