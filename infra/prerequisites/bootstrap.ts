import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { callAws } from '../stage/call-aws.ts';
import { regionsOf } from '../stage/deployed-stacks.ts';
import {
  type CheckContext,
  createDoneFinding,
  createMissingFinding,
  type Finding,
} from './finding.ts';

/**
 * The parameter with the version of the resources that the CDK needs in a region:
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html
 */
const VERSION_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
const parameter = z.object({ Parameter: z.object({ Value: z.coerce.number() }) });

const TEMPLATE_FILE = new URL(
  '../../node_modules/aws-cdk/lib/api/bootstrap/bootstrap-template.yaml',
  import.meta.url,
);

/** Returns the version that `cdk bootstrap` of the installed CDK creates. */
export function readNewestBootstrapVersion(): number {
  const [, version] =
    /CdkBootstrapVersion:\n +Type: AWS::SSM::Parameter[^]*?\n +Value: '(\d+)'/.exec(
      readFileSync(TEMPLATE_FILE, 'utf8'),
    ) ?? [];
  return z.coerce.number().parse(version);
}

/**
 * Checks that each region has the newest version of the CDK's resources. A deployment creates or
 * updates them with the caller's own rights, which are missing from the role of GitHub Actions.
 */
export async function checkBootstrap({ config }: CheckContext): Promise<Finding> {
  const newest = readNewestBootstrapVersion();
  const outdated: string[] = [];
  for (const region of regionsOf(config)) {
    const version = await bootstrapVersionIn(region);
    if (version === undefined || version < newest)
      outdated.push(`aws://${config.account?.env.account ?? 'ACCOUNT'}/${region ?? 'REGION'}`);
  }
  return outdated.length === 0
    ? createDoneFinding(`The CDK's resources have at least version ${newest}.`)
    : createMissingFinding(
        `The CDK's resources are missing, or older than version ${newest}: ${outdated.join(', ')}.`,
        `As an administrator, run npx cdk bootstrap ${outdated.join(' ')}; a deployment from GitHub Actions may not.`,
      );
}

async function bootstrapVersionIn(region: string | undefined): Promise<number | undefined> {
  try {
    const body = { Name: VERSION_PARAMETER };
    const found = await callAws('ssm', 'AmazonSSM.GetParameter', { region }, body);
    return parameter.parse(found).Parameter.Value;
  } catch (error) {
    if (String(error).includes('ParameterNotFound')) return undefined;
    throw error;
  }
}
