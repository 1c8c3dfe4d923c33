import type { StageConfig } from '../stage/config.ts';
import { checkCredentials, stacksOf } from '../stage/deployed.ts';
import { alarmSubscription, concurrency, costTag, deployment, egress } from './account.ts';
import type { Finding, CheckContext } from './finding.ts';
import { dmarc, receivedMail, sendingAccess, sendingDomain } from './mail.ts';
import { hostQuotas } from './quotas.ts';
import { serviceKey } from './service-key.ts';
import { stripe } from './stripe.ts';
import { tableSettings } from './table.ts';
import { certificate, webDomain } from './web.ts';

/** Checks in the order of docs/deploying.md, "Before the first day". */
const COMMON_CHECKS = [concurrency, deployment, egress];
const HOST_CHECKS = [hostQuotas, receivedMail];
const DOMAIN_CHECKS = [
  sendingAccess,
  sendingDomain,
  dmarc,
  certificate,
  webDomain,
  stripe,
  serviceKey,
];

/**
 * Checks which steps before the first day of a stage are done, without changing anything.
 * @param print receives a line for each step, with instructions if it is missing
 * @returns whether no step is missing
 * @throws errors of AWS, and {StageError} for credentials of another account
 */
export async function checkPrerequisites(
  config: StageConfig,
  print: (line: string) => void,
): Promise<boolean> {
  await checkCredentials(config);
  const place: CheckContext = { config, stacks: await stacksOf(config) };
  const { domain, alarmEmail } = config.account ?? {};
  const checks = [
    ...(config.account?.hosts.length ? HOST_CHECKS : []),
    ...COMMON_CHECKS,
    ...(config.keepsData ? [tableSettings] : []),
    ...(domain ? DOMAIN_CHECKS : []),
    ...(alarmEmail ? [alarmSubscription, costTag] : []),
  ];
  let complete = true;
  for (const check of checks) {
    const finding = await check(place);
    complete &&= finding.state !== 'missing';
    print(lineOf(finding));
  }
  return complete;
}

const lineOf = ({ state, what, next }: Finding): string =>
  [`${state.padEnd(7)}  ${what}`, ...(next?.split('\n') ?? [])].join('\n         ');
