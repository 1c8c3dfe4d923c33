import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import type { StageConfig } from './config.ts';
import { EDGE_REGION } from './constructs/origin-secret.ts';

/** A stack as CloudFormation knows it. */
export interface DeployedStack {
  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export const regionsOf = ({ account }: StageConfig): (string | undefined)[] => [
  ...new Set([account?.env.region, ...(account?.domain ? [EDGE_REGION] : [])]),
];

/**
 * The stacks of a stage in its account, by name.
 * @throws what CloudFormation refuses
 */
export async function stacksOf(config: StageConfig): Promise<ReadonlyMap<string, DeployedStack>> {
  // Another stage may be called prod-eu2: its parts begin with a small letter.
  const ours = new RegExp(`^Tamis-${config.stage}(-[A-Z]\\w*)?$`);
  const found = new Map<string, DeployedStack>();
  for (const region of regionsOf(config)) {
    const client = new CloudFormationClient({ ...(region && { region }) });
    for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {}))
      for (const { StackName = '', StackStatus = '', Outputs = [] } of Stacks)
        if (ours.test(StackName))
          found.set(StackName, {
            status: StackStatus,
            outputs: Object.fromEntries(
              Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
            ),
          });
  }
  return found;
}

/**
 * Whether its creation has ever succeeded. One that failed is deleted by the CDK at the next
 * deployment, and made anew; a change set that nobody ran leaves `REVIEW_IN_PROGRESS`.
 */
export const wasMade = ({ status }: DeployedStack): boolean =>
  !/^(REVIEW_IN_PROGRESS|CREATE_(FAILED|IN_PROGRESS)|ROLLBACK_.*)$/.test(status);
