import {
  CloudFormationClient,
  GetTemplateCommand,
  paginateDescribeStacks,
} from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { EDGE_REGION, type StageConfig } from './config.ts';
import { IncompleteError } from './stage-file.ts';

/** A stack as CloudFormation knows it. */
export interface DeployedStack {
  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The template in force. */
  readonly template: () => Promise<string>;
}

export const regionsOf = ({ account }: StageConfig): (string | undefined)[] => [
  ...new Set([account?.env.region, ...(account?.domain ? [EDGE_REGION] : [])]),
];

/** Options of a client for the region of the stage. */
export const regionOf = ({ account }: StageConfig): { region?: string } => {
  const { region } = account?.env ?? {};
  return region === undefined ? {} : { region };
};

/** @throws {IncompleteError} when AWS takes no credentials, or those of another account */
export async function checkCredentials(config: StageConfig): Promise<void> {
  const { stage, account } = config;
  const wanted = account?.env.account;
  const { Account: found } = await new STSClient(regionOf(config))
    .send(new GetCallerIdentityCommand())
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new IncompleteError(`The account of the stage ${stage} cannot be asked: ${why}.`);
    });
  if (wanted !== undefined && wanted !== found)
    throw new IncompleteError(
      `The stage ${stage} is in the account ${wanted}; the credentials here are of ${found}.`,
    );
}

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
            template: async () =>
              (await client.send(new GetTemplateCommand({ StackName }))).TemplateBody ?? '',
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
