import type { StageConfig } from '../stage/config.ts';
import { checkCredentials, readDeployedStacks } from '../stage/deployed-stacks.ts';
import {
  checkAccountSecurity,
  checkAlarmPhone,
  checkAlarmSubscription,
  checkConcurrency,
  checkCostTag,
  checkDeployment,
  checkEgressAddresses,
} from './account.ts';
import { checkBootstrap } from './bootstrap.ts';
import type { Finding, CheckContext } from './finding.ts';
import {
  checkDmarc,
  checkMailRegion,
  checkReceivedMail,
  checkProductionAccess,
  checkSendingDomain,
} from './mail.ts';
import { checkHostQuotas } from './quotas.ts';
import { checkServiceKey } from './service-key.ts';
import { checkStripe } from './stripe.ts';
import { checkTableSettings } from './table.ts';
import { checkCertificate, checkCloudFront, checkWebDomain } from './web.ts';

// Each array is in the order of docs/operators/deploying.md, "Before the first day".
const COMMON_CHECKS = [checkConcurrency, checkBootstrap, checkDeployment, checkEgressAddresses];
const HOST_CHECKS = [checkMailRegion, checkHostQuotas, checkReceivedMail];
const DOMAIN_CHECKS = [
  checkCloudFront,
  checkProductionAccess,
  checkSendingDomain,
  checkDmarc,
  checkCertificate,
  checkWebDomain,
  checkStripe,
  checkServiceKey,
];

/**
 * Checks which manual steps before the first day of a stage are done. Changes nothing.
 * @param print receives a line for each step, with instructions if it is missing
 * @returns whether no step is missing
 * @throws errors of AWS, and {StageError} for credentials of another account
 */
export async function checkPrerequisites(
  config: StageConfig,
  print: (line: string) => void,
): Promise<boolean> {
  await checkCredentials(config);
  const context: CheckContext = { config, stacks: await readDeployedStacks(config) };
  const { domain, alarmEmail, alarmEndpoint } = config.account ?? {};
  const checks = [
    ...(config.account?.hosts.length ? HOST_CHECKS : []),
    ...COMMON_CHECKS,
    ...(config.keepsData ? [checkTableSettings] : []),
    ...(domain ? DOMAIN_CHECKS : []),
    ...(alarmEmail ? [checkAlarmSubscription] : []),
    ...(alarmEndpoint?.startsWith('+') ? [checkAlarmPhone] : []),
    ...(alarmEmail ? [checkCostTag] : []),
    ...(config.keepsData ? [checkAccountSecurity] : []),
  ];
  let complete = true;
  for (const check of checks) {
    const finding = await check(context);
    complete &&= finding.state !== 'missing';
    print(lineOf(finding));
  }
  return complete;
}

const lineOf = ({ state, what, next }: Finding): string =>
  [`${state.padEnd(7)}  ${what}`, ...(next?.split('\n') ?? [])].join('\n         ');
