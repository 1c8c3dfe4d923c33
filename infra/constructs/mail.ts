import { CfnOutput, Stack } from 'aws-cdk-lib';
import { type IPublicHostedZone, PublicHostedZone, TxtRecord } from 'aws-cdk-lib/aws-route53';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mailDomainOf, type StageConfig } from '../stage/config.ts';
import { deadLetterQueueOf } from './queues.ts';
import { createServiceTopic } from './service-topic.ts';

export const configurationSetName = ({ stage }: StageConfig): string => `tamis-${stage}`;

interface MailIdentityProps {
  readonly config: StageConfig;
  readonly feedback: Queue;
}

/**
 * Creates the SES identity that sends our emails. Its default configuration set requires TLS,
 * suppresses addresses that bounced or complained, and sends a message to `feedback` for each
 * bounce and complaint.
 */
export function addMailIdentity(
  scope: Construct,
  id: string,
  { config, feedback }: MailIdentityProps,
): void {
  const group = new Construct(scope, id);
  const domain = mailDomainOf(config);
  const mailFromDomain = `bounce.${domain}`;
  const configurationSet = new ConfigurationSet(group, 'configurationSet', {
    configurationSetName: configurationSetName(config),
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    reputationMetrics: true,
  });
  const topic = createServiceTopic(group, 'feedback', 'ses');
  topic.addSubscription(
    new SqsSubscription(feedback, {
      rawMessageDelivery: true,
      // Receives messages that SNS cannot deliver, for example because of an error in the queue's
      // policy. This queue's runbook explains how to redrive them:
      // https://docs.aws.amazon.com/sns/latest/dg/sns-dead-letter-queues.html
      deadLetterQueue: deadLetterQueueOf(feedback),
    }),
  );
  configurationSet.addEventDestination('failures', {
    destination: EventDestination.snsTopic(topic),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
  const zone = zoneOf(group, config, domain);
  const identity = new EmailIdentity(group, 'identity', {
    // With a zone, this statement also adds the DKIM and MAIL FROM records.
    identity: zone ? Identity.publicHostedZone(zone) : Identity.domain(domain),
    configurationSet,
    mailFromDomain,
  });
  // The policy is `p=none`, because the domain may have other senders, whose emails a stricter
  // policy could block (https://www.rfc-editor.org/rfc/rfc7489#section-6.3).
  if (zone)
    new TxtRecord(group, 'dmarc', {
      zone,
      recordName: `_dmarc.${domain}.`,
      values: ['v=DMARC1; p=none'],
    });
  const records: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      identity.dkimRecords.map(({ name, value }, at) => [
        `Dkim${at + 1}`,
        `${name} CNAME ${value}`,
      ]),
    ),
    MailFromMx: `${mailFromDomain} MX 10 feedback-smtp.${Stack.of(group).region}.amazonses.com`,
    MailFromSpf: `${mailFromDomain} TXT "v=spf1 include:amazonses.com ~all"`,
    Dmarc: `_dmarc.${domain} TXT "v=DMARC1; p=none"`,
  };
  for (const [name, value] of Object.entries(records))
    new CfnOutput(group, name, { value }).overrideLogicalId(name);
}

function zoneOf(
  scope: Construct,
  { account }: StageConfig,
  zoneName: string,
): IPublicHostedZone | undefined {
  const hostedZoneId = account?.hostedZoneId;
  return hostedZoneId === undefined
    ? undefined
    : PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'zone', { hostedZoneId, zoneName });
}
