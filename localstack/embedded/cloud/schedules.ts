import { z } from 'zod';
import { nameInArn, type ResolvedTemplate } from './resolver.ts';

const rule = z.object({
  ScheduleExpression: z
    .string()
    .regex(/^rate\(\d+ (minute|hour|day)s?\)$|^cron\(\d+ \d+ \? \* [A-Z]{3} \*\)$/),
  Targets: z.array(z.object({ Arn: z.string() })),
});

/** A function that is invoked at a steady rate. */
export type ScheduledFunction = ReturnType<typeof readSchedules>[number];

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const readSchedules = (template: ResolvedTemplate) =>
  [...template.resources('AWS::Events::Rule', rule)].flatMap(([id, properties]) =>
    properties.Targets.map((target) => ({
      ruleName: template.nameOf(id),
      functionName: nameInArn(target.Arn),
      everyMs: rateMs(properties.ScheduleExpression),
    })),
  );

/** `rate(5 minutes)` in milliseconds; what has its moment of the week runs once a week. */
function rateMs(expression: string): number {
  if (expression.startsWith('cron')) return 7 * UNIT_MS.day;
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
