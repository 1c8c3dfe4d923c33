import { camel, needCamelCase, pascal, RecipeError, type Scaffold, sentence } from './scaffold.ts';
import { kebab } from '../../infra/features/feature.ts';

const onATable = (
  imports: string,
  tests: string,
): string => `import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable, type TestTable } from '../../tests/support/dynamo.ts';
${imports}

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

${tests}
`;

/** `GET /api/checks/count` as a route of a feature, with a use case that works and says nothing. */
export function route(
  scaffold: Scaffold,
  [feature, name, method, path]: readonly [string, string, string, string],
): void {
  if (!['GET', 'POST', 'DELETE'].includes(method) || !path.startsWith('/api/'))
    throw new RecipeError('A route is a method and a path, such as: GET /api/checks/count');
  needCamelCase(name);
  const file = kebab(name);
  const title = sentence(name);
  const contract = `shared/contract/${feature}.ts`;
  const routes = scaffold.find(contract, /export const (\w+) = defineRoutes/);
  scaffold.insert(
    contract,
    /= defineRoutes\('[\w-]+', \{/,
    `
    ${name}: {
      method: '${method}',
      path: '${path}',
      auth: 'customer-or-key',
      scope: '${method === 'GET' ? 'read' : 'lists'}',
      ${path.includes('{id}') ? 'params: z.object({ id: z.string() }),' : ''}
      output: z.object({ data: z.string() }),
      errors: [],
    },`,
  );
  scaffold.insert(
    `shared/contract/examples/${feature}.ts`,
    /export const \w+Examples = \{/,
    `
    ${name}: {
      summary: '${title}',
      ${path.includes('{id}') ? "params: { id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6' }," : ''}
      response: { data: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6' },
    },`,
  );
  scaffold.insert(
    'web/docs/texts.ts',
    /callsInFrench: .+ = \{/,
    `\n${name}: { summary: '${title}' },`,
  );
  scaffold.insert(
    'tests/contract/client-capabilities.test.ts',
    /const PLANNED = \{/,
    `\n${name}: '${title}',`,
  );
  scaffold.write(
    `functions/${feature}/${file}.ts`,
    `import type { ${pascal(feature)}Deps } from './deps.ts';

/** The id of the user who asks. */
export const ${name} = async (
  { accounts }: Pick<${pascal(feature)}Deps, 'accounts'>,
  userId: string,
): Promise<string> => (await accounts.get(userId))?.id ?? '';
`,
  );
  scaffold.write(
    `functions/${feature}/${file}.test.ts`,
    onATable(
      `import { person } from '../../tests/support/people.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { ${name} } from './${file}.ts';`,
      `it('says who asks', async () => {
  const context = testContext(table);
  const { user } = await person(context);
  expect(await ${name}(context, user.id)).toBe(user.id);
});`,
    ),
  );
  scaffold.write(
    `functions/${feature}/api/${file}.ts`,
    `import { ${routes} } from '../../../${contract}';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { ${name} } from '../${file}.ts';

export const handler = serveRoute(
  ${routes}.${name},
  { accounts },
  async ({ caller }, deps) => ({ data: await ${name}(deps, caller.user.id) }),
);
`,
  );
  scaffold.insert(`infra/features/${feature}.ts`, /\n {2}routes: \{/, `\n${name}: { grants: [] },`);
}

/** A use case that runs at a steady rate. */
export function schedule(
  scaffold: Scaffold,
  [feature, name, minutes]: readonly [string, string, string],
): void {
  const everyMinutes = Number(minutes);
  if (!Number.isInteger(everyMinutes) || everyMinutes < 1)
    throw new RecipeError('A schedule runs every so many minutes, such as: 60');
  needCamelCase(name);
  const file = kebab(name);
  scaffold.write(
    `functions/${feature}/${file}.ts`,
    `import type { ${pascal(feature)}Deps } from './deps.ts';

/** Safe when two runs overlap. @returns what stands in the log */
export const ${name} = async ({ clock }: Pick<${pascal(feature)}Deps, 'clock'>) => ({
  at: clock.now(),
});
`,
  );
  scaffold.write(
    `functions/${feature}/${file}.test.ts`,
    onATable(
      `import { testContext } from '../../tests/support/test-context.ts';
import { ${name} } from './${file}.ts';`,
      `it('says when it ran', async () => {
  const context = testContext(table);
  expect(await ${name}(context)).toEqual({ at: context.clock.now() });
});`,
    ),
  );
  scaffold.write(
    `functions/${feature}/workers/${file}.ts`,
    `import { clock } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { ${name} } from '../${file}.ts';

export const handler = serveSchedule('${name}', { clock }, ${name});
`,
  );
  const row = `\n${name}: { everyMinutes: ${everyMinutes}, memoryMb: 256, timeoutSeconds: 60, grants: ['table:read'] },`;
  const needs = `infra/features/${feature}.ts`;
  if (scaffold.has(needs, /\n {2}schedules: \{/))
    scaffold.insert(needs, /\n {2}schedules: \{/, row);
  else scaffold.insert(needs, /export const \w+ = \{/, `\nschedules: {${row}\n},`);
}

/** A mail, in both languages. */
export function mail(scaffold: Scaffold, [about, template]: readonly [string, string]): void {
  scaffold.insert(
    'shared/messages/mail.ts',
    /const paramsOf = \{/,
    `\n${template}: { note: z.string() },`,
  );
  scaffold.insert(
    'tests/contract/golden-messages.ts',
    /\n {4}mail: \{/,
    `\n${template}: mail('${template}', '{"note":"a note"}'),`,
  );
  scaffold.insert(
    `functions/mail/templates/${about}.ts`,
    /export const \w+Mails = \{/,
    `
    ${template}: ({ note }, { say }) => ({
      subject: say('News of your account', 'Des nouvelles de votre compte'),
      paragraphs: [note],
    }),`,
  );
}

/** A type of events that endpoints are told of, from the use case in which it happens. */
export function event(scaffold: Scaffold, [feature, type]: readonly [string, string]): void {
  const name = type.replaceAll(/[._]/g, '-');
  const model = 'shared/model/webhook.ts';
  scaffold.insert(model, /export const EVENT_SCOPES = \{/, `\n'${type}': 'read',`);
  scaffold.insert(
    model,
    /export const EVENT_LABELS: .+ = \{/,
    `\n'${type}': { en: '${sentence(name)}', fr: '${sentence(name)}' },`,
  );
  scaffold.insert(
    'shared/contract/events.ts',
    /export const eventData = \{/,
    `\n'${type}': z.object({ id: z.string() }),`,
  );
  scaffold.write(
    `functions/${feature}/rules/${name}.ts`,
    `import type { EventOf } from '../../events/rules/event.ts';

/** What the endpoints of a user are told of it. */
export const ${camel(name)} = (userId: string, id: string, at: number): EventOf<'${type}'> => ({
  userId,
  type: '${type}',
  subject: id,
  data: { id },
  at,
});
`,
  );
  scaffold.write(
    `functions/${feature}/rules/${name}.test.ts`,
    `import { expect, it } from 'vitest';
import { ${camel(name)} } from './${name}.ts';

it('tells what it is about', () => {
  expect(${camel(name)}('user', 'object', 1)).toMatchObject({ type: '${type}', data: { id: 'object' } });
});
`,
  );
}

/** An alarm on a line that a worker logs; the daily mail tells it. */
export function alarm(scaffold: Scaffold, [worker, name]: readonly [string, string]): void {
  needCamelCase(name);
  const heading = sentence(name);
  scaffold.insert(
    'infra/observe/function-alarms.ts',
    /export const LINE_ALARMS: [\s\S]+?= \{/,
    `
    ${name}: {
      worker: '${worker}',
      event: '${kebab(name).replaceAll('-', '_')}',
      says: 'A run noted: ${heading}. Customers may miss what it was for.',
    },`,
  );
  scaffold.insert(
    'docs/runbooks/the-daily-mail.md',
    /(?=\n\nA mail of AWS Budgets)/,
    `\n| \`${name}\` | what has happened, for whom it matters, and what to do |`,
  );
}

/** A setting of functions, with its default. */
export function setting(scaffold: Scaffold, [name]: readonly [string]): void {
  scaffold.insert(
    'functions/platform/env.ts',
    /\n {2}MAIL_QUEUE_URL: .+,/,
    `\n/** ${sentence(name.toLowerCase().replaceAll('_', '-'))}. */\n${name}: z._default(z.string(), ''),`,
  );
}
