import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { createAlarmTopic } from '../observe/alarm.ts';
import { addAlarms } from '../observe/alarms.ts';
import { createDailyMail } from '../observe/daily-mail.ts';
import { createDashboard } from '../observe/dashboard.ts';
import type { CoreResources } from '../constructs/core.ts';

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
