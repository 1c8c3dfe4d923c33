import { Resolver } from 'node:dns/promises';
import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mailDomainOf } from '../stage/config.ts';
import { clientConfigFor } from '../stage/deployed-stacks.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  outputsOf,
  type CheckContext,
} from './finding.ts';

/**
 * Checks that SES has left the sandbox, in which SES only sends to verified addresses.
 * https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html
 */
export async function checkProductionAccess(context: CheckContext): Promise<Finding> {
  const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await new SESv2Client(
    clientConfigFor(context.config),
  ).send(new GetAccountCommand());
  if (ProductionAccessEnabled && SendingEnabled)
    return createDoneFinding(`SES allows ${SendQuota?.Max24HourSend ?? 0} emails a day.`);
  return createMissingFinding(
    ProductionAccessEnabled ? 'SES has suspended sending.' : 'SES is in its sandbox.',
    'In the SES console, open Account dashboard and choose Request production access.',
  );
}

/**
 * Checks that SES has found the DKIM and MAIL FROM records of the sending domain:
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
export async function checkSendingDomain(context: CheckContext): Promise<Finding> {
  const domain = mailDomainOf(context.config);
  const command = new GetEmailIdentityCommand({ EmailIdentity: domain });
  const { DkimAttributes, MailFromAttributes } = await new SESv2Client(
    clientConfigFor(context.config),
  )
    .send(command)
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotFoundException')
        return { DkimAttributes: undefined, MailFromAttributes: undefined };
      throw error;
    });
  const outputs = outputsOf(context);
  const missingRecords = [
    ...(DkimAttributes?.Status === 'SUCCESS' ? [] : ['Dkim1', 'Dkim2', 'Dkim3']),
    ...(MailFromAttributes?.MailFromDomainStatus === 'SUCCESS'
      ? []
      : ['MailFromMx', 'MailFromSpf']),
  ];
  if (missingRecords.length === 0) return createDoneFinding(`SES may send as ${domain}.`);
  const records = missingRecords.flatMap((name) => outputs[name] ?? []);
  return createMissingFinding(
    `SES does not find the records of ${domain}.`,
    records.length > 0
      ? `Add these records, then wait up to 72 hours:\n${records.join('\n')}`
      : 'They are in the outputs of the first deployment.',
  );
}

/**
 * Checks that SES receives mail in the stage's region at all. Only in these regions does the host
 * name exist to which the MX record of the reverse path refers:
 * https://docs.aws.amazon.com/general/latest/gr/ses.html
 */
export async function checkMailRegion(
  { config }: CheckContext,
  dns = new Resolver(),
): Promise<Finding> {
  const { region = '' } = config.account?.env ?? {};
  const found = await dns
    .resolve4(`inbound-smtp.${region}.amazonaws.com`)
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND') return [];
      throw error;
    });
  return found.length > 0
    ? createDoneFinding(`SES can receive mail in ${region}.`)
    : createMissingFinding(
        `SES cannot receive mail in ${region}, which hosts need for their reverse path.`,
        'Choose another region, or the egress socks5.',
      );
}

/**
 * Checks that SES receives mail for the hosts' reverse path. A region has one active rule set,
 * which must be this stage's:
 * https://docs.aws.amazon.com/ses/latest/APIReference/API_DescribeActiveReceiptRuleSet.html
 */
export async function checkReceivedMail(context: CheckContext): Promise<Finding> {
  const { Metadata } = await new SESClient(clientConfigFor(context.config)).send(
    new DescribeActiveReceiptRuleSetCommand(),
  );
  if (Metadata?.Name === `tamis-${context.config.stage}`)
    return createDoneFinding(
      'SES receives mail for the reverse path. Before you delete the stage, run aws ses set-active-receipt-rule-set.',
    );
  return createMissingFinding(
    `SES receives no mail for the reverse path: ${Metadata?.Name ?? 'no'} rule set is active.`,
    outputsOf(context, '-Egress')['ReceiveMail'] ??
      'The command is in the outputs of the deployment.',
  );
}

/** Checks that the domain has a DMARC policy (RFC 7489, section 6.3). */
export async function checkDmarc(context: CheckContext, dns = new Resolver()): Promise<Finding> {
  const domain = mailDomainOf(context.config);
  const texts = await dns.resolveTxt(`_dmarc.${domain}`).catch(() => []);
  return texts.some((parts) => parts.join('').startsWith('v=DMARC1'))
    ? createDoneFinding(`${domain} has a DMARC policy.`)
    : createMissingFinding(
        `${domain} has no DMARC policy.`,
        `Add _dmarc.${domain} TXT "v=DMARC1; p=none"`,
      );
}
