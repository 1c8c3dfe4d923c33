import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { CfnReceiptRule, CfnReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { StageConfig } from '../stage/config.ts';
import { createServiceTopic } from '../constructs/service-topic.ts';
import type { EgressHost } from './host.ts';

/** A TXT string has at most 255 characters; `ip4:` with an address takes 20. */
const ADDRESSES_PER_RECORD = 10;

/** Derives an id from a host's name, so that adding a host does not change other records. */
const idOf = (name: string, suffix: string): string => `${name.split('.', 1)[0]}${suffix}`;

/**
 * Creates the DNS records that mail servers check, or outputs them if the stage has no hosted zone:
 * the names of the egress addresses, and the domain of the reverse path. Mail to that domain for
 * `verify@`, `postmaster@` (RFC 5321, 4.5.1) and `abuse@` (RFC 2142) is forwarded to the alarm
 * address. An operator runs a command to set PTR names once their A records exist, because
 * CloudFormation cannot:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Elastic_Addressing_Reverse_DNS.html
 */
export function addEgressDnsRecords(
  stack: Stack,
  config: StageConfig,
  hosts: readonly EgressHost[],
): void {
  const domain = config.settings.SMTP_MAIL_FROM.split('@').at(-1) ?? '';
  const records: [string, 'A' | 'MX' | 'TXT', string][] = hosts.map(({ name, address }) => [
    name,
    'A',
    address.attrPublicIp,
  ]);
  // RFC 7208, 2.3: receivers also look up SPF for the EHLO name.
  for (const { name } of hosts) if (name !== domain) records.push([name, 'TXT', '"v=spf1 a -all"']);
  records.push([domain, 'TXT', spfOf(hosts)]);
  records.push([domain, 'MX', `10 inbound-smtp.${stack.region}.amazonaws.com`]);
  const { hostedZoneId, alarmEmail } = config.account ?? {};
  for (const [name, type, value] of records)
    if (hostedZoneId === undefined)
      new CfnOutput(stack, idOf(name, type), { value: `${name} ${type} ${value}` });
    else
      new CfnRecordSet(stack, idOf(name, type), {
        hostedZoneId,
        name,
        type,
        ttl: '3600',
        resourceRecords: [value],
      });
  for (const { name, address } of hosts) {
    new CfnOutput(stack, idOf(name, 'Address'), { value: address.attrPublicIp });
    new CfnOutput(stack, idOf(name, 'ReverseName'), {
      description: 'Command to run once the A record exists',
      value: `aws ec2 modify-address-attribute --allocation-id ${address.attrAllocationId} --domain-name ${name}`,
    });
  }
  if (alarmEmail !== undefined) addMailbox(stack, config.stage, domain, alarmEmail);
}

function spfOf(hosts: readonly EgressHost[]): string {
  const terms = hosts.map(({ address }) => ` ip4:${address.attrPublicIp}`);
  const texts: string[] = [];
  for (let at = 0; at < terms.length; at += ADDRESSES_PER_RECORD)
    texts.push(terms.slice(at, at + ADDRESSES_PER_RECORD).join(''));
  return `"v=spf1${texts.join('" "')} -all"`;
}

/**
 * Forwards mail for the reverse path to the operator through a topic. SES accepts up to 150 KB this
 * way, rejects other recipients, and has one active rule set per account and region, which a
 * command must activate: https://docs.aws.amazon.com/ses/latest/dg/receiving-email-action-sns.html
 */
function addMailbox(stack: Stack, stage: string, domain: string, operator: string): void {
  const topic = createServiceTopic(stack, 'mail', 'ses');
  topic.addSubscription(new EmailSubscription(operator));
  const ruleSetName = `tamis-${stage}`;
  const ruleSet = new CfnReceiptRuleSet(stack, 'ruleSet', { ruleSetName });
  const rule = new CfnReceiptRule(stack, 'rule', {
    ruleSetName,
    rule: {
      enabled: true,
      recipients: ['verify', 'postmaster', 'abuse'].map((name) => `${name}@${domain}`),
      actions: [{ snsAction: { topicArn: topic.topicArn } }],
    },
  });
  rule.addResourceDependency(ruleSet);
  rule.node.addDependency(topic);
  new CfnOutput(stack, 'ReceiveMail', {
    value: `aws ses set-active-receipt-rule-set --rule-set-name ${ruleSetName}`,
  });
  new CfnOutput(stack, 'MailTopic', { value: topic.topicArn });
}
