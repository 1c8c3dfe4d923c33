import {
  CloudFormationClient,
  GetTemplateCommand,
  paginateDescribeStacks,
} from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { EDGE_REGION, type StageConfig } from './config.ts';
import { StageError } from './stage-file.ts';

export interface DeployedStack {
  /**
   * A CloudFormation status code:
   * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
   */
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly template: () => Promise<string>;
}

export const regionsOf = ({ account }: StageConfig): (string | undefined)[] => [
  ...new Set([account?.env.region, ...(account?.domain ? [EDGE_REGION] : [])]),
];

export const clientConfigFor = ({ account }: StageConfig): { region?: string } => {
  const { region } = account?.env ?? {};
  return region === undefined ? {} : { region };
};

/** @throws {StageError} if AWS rejects the credentials, or they belong to another account */
export async function checkCredentials(config: StageConfig): Promise<void> {
  const { stage, account } = config;
  const expected = account?.env.account;
  const { Account: found } = await new STSClient(clientConfigFor(config))
    .send(new GetCallerIdentityCommand())
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new StageError(`The account of the stage ${stage} is not accessible: ${why}.`);
    });
  if (expected !== undefined && expected !== found)
    throw new StageError(
      `The stage ${stage} is in the account ${expected}; these credentials are for ${found}.`,
    );
}

/** Reads the stacks of a stage from its account, by name. @throws errors of CloudFormation */
export async function readDeployedStacks(
  config: StageConfig,
): Promise<ReadonlyMap<string, DeployedStack>> {
  // The stage `prod` must not match stacks of `prod-eu2`: our suffixes start with a capital letter.
  const stackNamePattern = new RegExp(`^Tamis-${config.stage}(-[A-Z]\\w*)?$`);
  const found = new Map<string, DeployedStack>();
  for (const region of regionsOf(config)) {
    const client = new CloudFormationClient({ ...(region && { region }) });
    for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {}))
      for (const { StackName = '', StackStatus = '', Outputs = [] } of Stacks)
        if (stackNamePattern.test(StackName))
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
 * Whether the stack was ever created. The next deployment replaces a stack whose creation failed.
 * An unexecuted change set leaves `REVIEW_IN_PROGRESS`.
 */
export const wasEverCreated = ({ status }: DeployedStack): boolean =>
  !/^(REVIEW_IN_PROGRESS|CREATE_(FAILED|IN_PROGRESS)|ROLLBACK_.*)$/.test(status);
