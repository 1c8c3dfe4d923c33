import { z } from 'zod';
import { resourceNameOf, type ResolvedTemplate } from './resolver.ts';

const RATE_EXPRESSION = /^rate\((\d+) (minute|hour|day)s?\)$/;
const rule = z.object({
  ScheduleExpression: z.string().regex(RATE_EXPRESSION),
  Targets: z.array(z.object({ Arn: z.string() })),
});

export type ScheduledFunction = ReturnType<typeof readSchedules>[number];

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const readSchedules = (template: ResolvedTemplate) =>
  [...template.resources('AWS::Events::Rule', rule)].flatMap(([id, properties]) =>
    properties.Targets.map((target) => ({
      ruleName: template.nameOf(id),
      functionName: resourceNameOf(target.Arn),
      everyMs: rateMs(properties.ScheduleExpression),
    })),
  );

/** Converts `rate(5 minutes)` to milliseconds. */
function rateMs(expression: string): number {
  const [, count, unit] = RATE_EXPRESSION.exec(expression) ?? [];
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
