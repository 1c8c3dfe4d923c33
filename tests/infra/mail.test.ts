import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PRODUCTION_CONFIG_WITH_HOSTS, PRODUCTION_CONFIG } from './production.ts';
import { findResources, synthesizeTemplate, synthesizeTemplates } from './template.ts';

/** Tests the resources that send emails, or store them if the stage cannot send any. */

beforeAll(() => {
  synthesizeTemplate('prod');
});

const text = (value: unknown): string => JSON.stringify(value);

it('email is signed, and undelivered email is reported to our queue', () => {
  const template = synthesizeTemplate('prod');
  template.hasResourceProperties('AWS::SES::EmailIdentity', {
    EmailIdentity: PRODUCTION_CONFIG.domain,
    MailFromAttributes: { MailFromDomain: `bounce.${PRODUCTION_CONFIG.domain}` },
  });
  template.hasResourceProperties('AWS::SES::ConfigurationSet', {
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  });
  template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
    EventDestination: { MatchingEventTypes: ['bounce', 'complaint'], Enabled: true },
  });
  const deadLetters = /^queuesmailFeedbackDead[0-9A-F]{8}$/;
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'sqs',
    RawMessageDelivery: true,
    RedrivePolicy: {
      deadLetterTargetArn: { 'Fn::GetAtt': [Match.stringLikeRegexp(deadLetters.source), 'Arn'] },
    },
  });
  // SNS may write to the queue and, if it cannot, to the dead-letter queue.
  for (const [type, principal, times] of [
    ['AWS::SNS::TopicPolicy', 'ses.amazonaws.com', 1],
    ['AWS::SQS::QueuePolicy', 'sns.amazonaws.com', 2],
  ] as const) {
    const all = Object.values(findResources('prod', type)).map(({ Properties }) =>
      text(Properties),
    );
    expect(all.filter((policy) => policy.includes(principal))).toHaveLength(times);
  }
  const outputs = Object.keys(template.findOutputs('*'));
  for (const name of ['Dkim1', 'Dkim2', 'Dkim3', 'MailFromMx', 'MailFromSpf', 'Dmarc'])
    expect(outputs).toContain(name);
});

it('the domain’s zone has the email records, if the zone is known', () => {
  const core = synthesizeTemplates('prod', {
    ...PRODUCTION_CONFIG,
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  })['Tamis-prod'];
  const types = Object.values(core?.findResources('AWS::Route53::RecordSet') ?? {}).map(
    (record) => (record['Properties'] as { Type: string }).Type,
  );
  expect(types.toSorted()).toEqual(['CNAME', 'CNAME', 'CNAME', 'MX', 'TXT', 'TXT']);
  core?.hasResourceProperties('AWS::Route53::RecordSet', {
    Name: `_dmarc.${PRODUCTION_CONFIG.domain}.`,
    ResourceRecords: ['"v=DMARC1; p=none"'],
  });
});

/** Reserved top-level domains (RFC 2606, section 2), whose ownership cannot be proven to SES. */
const RESERVED = /\.(test|example|invalid|localhost)$/;

it.each([
  ['dev', undefined],
  ['dev', { ...PRODUCTION_CONFIG, kind: 'dev', domain: 'verify.example.org' }],
  ['prod', { ...PRODUCTION_CONFIG_WITH_HOSTS, domain: 'verify.example.org' }],
] as const)('%s with the file %o has no identity of a reserved domain', (stage, file) => {
  const identities = Object.values(synthesizeTemplates(stage, file)).flatMap((template) =>
    Object.values(template.findResources('AWS::SES::EmailIdentity')),
  );
  expect(identities).toHaveLength(file ? 1 : 0);
  for (const { Properties } of identities as { Properties: { EmailIdentity: string } }[])
    expect(Properties.EmailIdentity).not.toMatch(RESERVED);
});

const settings = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
});
const mailerOf = (stage: 'dev' | 'prod') => {
  const mail = Object.entries(findResources(stage, 'AWS::Lambda::Function')).find(([id]) =>
    /^workersmail[0-9A-F]{8}$/.test(id),
  )?.[1].Properties;
  const { Environment, Role } = settings.parse(mail);
  return {
    variables: Environment.Variables,
    role: text(findResources(stage, 'AWS::IAM::Role')[Role['Fn::GetAtt'][0]]),
  };
};

it('without a domain, emails are stored in the table, and no function calls SES', () => {
  const { variables, role } = mailerOf('dev');
  expect(variables['MAILS_TO_TABLE']).toBe('true');
  expect(role).toMatch(/dynamodb:PutItem.*MAIL#\*/);
  expect(role).not.toContain('ses:');
  expect(mailerOf('prod').variables).not.toHaveProperty('MAILS_TO_TABLE');
});

it('in the sandbox, where SES also checks the recipient, email can only be sent from our address', () => {
  const { role, variables } = mailerOf('prod');
  expect(role).toMatch(/"ses:SendEmail".*:identity\/\*"/);
  expect(role).toContain(
    `{"StringEquals":{"ses:FromAddress":"${String(variables['MAIL_FROM'])}"}}`,
  );
});
