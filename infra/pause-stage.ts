import { setTimeout as sleep } from 'node:timers/promises';
import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import {
  GetEventSourceMappingCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { z } from 'zod';
import { PAUSE_RULES } from './edge/pause-rules.ts';
import { scheduleNeeds, workerNeeds } from './features/index.ts';
import { callAws } from './stage/call-aws.ts';
import { EDGE_REGION, type StageConfig } from './stage/config.ts';
import { clientConfigFor } from './stage/deployed-stacks.ts';

type Report = (line: string) => void;

/** Time after which every function that was running at the start of a pause has finished. */
export const LONGEST_RUN_SECONDS = Math.max(
  ...[...workerNeeds.values(), ...scheduleNeeds.values()].map((needs) => needs.timeoutSeconds),
);
const POLL_MS = 1000;

/**
 * Stops all writes of a stage, except by functions that are running: the firewall rejects
 * requests, and no event source or schedule starts a function. Uploads and mail feedback wait in
 * their queues. An interrupted run can be repeated, and so can a complete one.
 */
export async function pauseStage(config: StageConfig, report: Report): Promise<void> {
  if (!(await setFirewall(config, PAUSE_RULES)))
    report('The stage has no firewall, so its API remains open.');
  const sources = await listSources(config);
  const paused = new Set(await readPause(config));
  for (const source of sources) if (await whenSettled(source)) paused.add(source.id);
  // Record the sources before turning them off, so that an interrupted pause can be resumed.
  await writePause(config, [...paused]);
  await turnAll(sources, paused, false);
  const end = new Date(Date.now() + LONGEST_RUN_SECONDS * 1000).toISOString();
  report(`Paused ${paused.size} event sources and schedules. Running functions end by ${end}.`);
}

/** Turns on only what a pause turned off. It can also be repeated. */
export async function resumeStage(config: StageConfig, report: Report): Promise<void> {
  const paused = new Set(await readPause(config));
  await turnAll(await listSources(config), paused, true);
  await setFirewall(config, []);
  await writePause(config, []);
  report(`Resumed ${paused.size} event sources and schedules.`);
}

/**
 * Returns the ids of what a pause turned off; none unless the stage is paused. They are in Parameter
 * Store, because a restore replaces the table, and every other resource belongs to a stack:
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 */
export async function readPause(config: StageConfig): Promise<string[]> {
  try {
    const found = parameter.parse(await callParameter(config, 'GetParameter'));
    return z.array(z.string()).parse(JSON.parse(found.Parameter.Value));
  } catch (error) {
    if (String(error).includes('ParameterNotFound')) return [];
    throw error;
  }
}
const parameter = z.object({ Parameter: z.object({ Value: z.string() }) });

function writePause(config: StageConfig, ids: readonly string[]): Promise<unknown> {
  const value = { Value: JSON.stringify(ids), Type: 'String', Overwrite: true };
  return callParameter(config, 'PutParameter', value);
}

function callParameter(config: StageConfig, operation: string, more: object = {}) {
  const body = { Name: `/tamis/${config.stage}/paused`, ...more };
  return callAws('ssm', `AmazonSSM.${operation}`, clientConfigFor(config), body);
}

/** An event source mapping, or a rule with a schedule. */
interface Source {
  readonly id: string;
  /**
   * Resolves to undefined while the source is changing, because Lambda then accepts no other
   * change.
   */
  isOn(): Promise<boolean | undefined>;
  turn(on: boolean): Promise<unknown>;
}

async function listSources(config: StageConfig): Promise<Source[]> {
  const options = clientConfigFor(config);
  const lambda = new LambdaClient(options);
  const { mappings, rules } = await listResources(`Tamis-${config.stage}`, options);
  const callRule = (operation: string, Name: string) =>
    callAws('events', `AWSEvents.${operation}`, options, { Name });
  return [
    // https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html
    ...mappings.map((UUID) => ({
      id: UUID,
      async isOn() {
        const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
        return State === 'Enabled' || (State === 'Disabled' ? false : undefined);
      },
      turn: (Enabled: boolean) =>
        lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled })),
    })),
    // https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DisableRule.html
    ...rules.map((Name) => ({
      id: Name,
      isOn: async () => rule.parse(await callRule('DescribeRule', Name)).State !== 'DISABLED',
      turn: (on: boolean) => callRule(on ? 'EnableRule' : 'DisableRule', Name),
    })),
  ];
}
const rule = z.object({ State: z.string() });

/** Returns the physical ids of a stack's resources of the types that a pause changes. */
async function listResources(StackName: string, options: { readonly region?: string }) {
  const client = new CloudFormationClient(options);
  const found: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName }))
    found.push(...(page.StackResourceSummaries ?? []));
  const idsOf = (type: string): string[] =>
    found.flatMap(({ ResourceType, PhysicalResourceId }) =>
      ResourceType === `AWS::${type}` && PhysicalResourceId ? [PhysicalResourceId] : [],
    );
  return {
    mappings: idsOf('Lambda::EventSourceMapping'),
    rules: idsOf('Events::Rule'),
    acls: idsOf('WAFv2::WebACL'),
  };
}

async function whenSettled(source: Source): Promise<boolean> {
  for (;;) {
    const on = await source.isOn();
    if (on !== undefined) return on;
    await sleep(POLL_MS);
  }
}

/**
 * Changes one source after another, because the APIs limit calls per second; then waits until all
 * have changed.
 */
async function turnAll(
  all: readonly Source[],
  ids: ReadonlySet<string>,
  on: boolean,
): Promise<void> {
  const sources = all.filter(({ id }) => ids.has(id));
  for (const source of sources) if ((await whenSettled(source)) !== on) await source.turn(on);
  for (const source of sources) await whenSettled(source);
}

const acl = z.object({
  LockToken: z.string(),
  WebACL: z.looseObject({ Rules: z.array(z.looseObject({ Name: z.string() })) }),
});

/**
 * Replaces the rules of a pause at the firewall. An update must contain all settings of the ACL.
 * These are the ones that the template uses:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_UpdateWebACL.html. The id that
 * CloudFormation returns is `name|id|scope`:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-wafv2-webacl.html
 * @returns whether the stage has a firewall
 */
async function setFirewall(config: StageConfig, pauseRules: readonly object[]): Promise<boolean> {
  if (!config.account?.domain) return false;
  const options = { region: EDGE_REGION };
  const { acls } = await listResources(`Tamis-${config.stage}-Edge`, options);
  const [Name, Id, Scope] = acls[0]?.split('|') ?? [];
  const call = (operation: string, more: object = {}) =>
    callAws('wafv2', `AWSWAF_20190729.${operation}`, options, { Name, Id, Scope, ...more });
  const { LockToken, WebACL } = acl.parse(await call('GetWebACL'));
  const { DefaultAction, VisibilityConfig, CustomResponseBodies } = WebACL;
  const names = new Set(PAUSE_RULES.map((each) => each.Name));
  const Rules = [...pauseRules, ...WebACL.Rules.filter((each) => !names.has(each.Name))];
  const settings = { DefaultAction, VisibilityConfig, CustomResponseBodies, Rules };
  await call('UpdateWebACL', { LockToken, ...settings });
  return true;
}
