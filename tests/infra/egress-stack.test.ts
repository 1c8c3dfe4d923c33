import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { findEgressRuleViolations } from './egress-rules.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { type TemplateResource, synthesizeTemplates } from './template.ts';

const HOSTS = { ...PRODUCTION_CONFIG, egress: { kind: 'hosts', count: 3 } };
const described = synthesizeTemplates('prod', HOSTS);
const template = described['Tamis-prod-Egress'] ?? Template.fromJSON({});
const { Resources, Outputs } = template.toJSON() as {
  Resources: Record<string, TemplateResource>;
  Outputs: Record<string, { Value: unknown }>;
};
interface Policy {
  readonly PolicyDocument: {
    readonly Statement: readonly {
      readonly Effect: string;
      readonly Action: string | readonly string[];
      readonly Resource: unknown;
      readonly Condition?: unknown;
    }[];
  };
}
const text = (value: unknown): string => JSON.stringify(value);

it('has hosts that keep their addresses, and that only workers can reach', () => {
  expect(findEgressRuleViolations(Resources)).toEqual([]);
});

it.each([
  [/"MaxSize":"1"/, '"MaxSize":"2"', 'cannot take over an interface'],
  [
    /"SourceSecurityGroupId":\{[^}]*\}/,
    '"CidrIp":"0.0.0.0/0"',
    'accepts connections not only from workers',
  ],
  [
    /"FromPort":1080,("GroupId":[^\]]*\]\},"IpProtocol":"tcp","Source)/,
    '"FromPort":0,$1',
    'unnecessary port',
  ],
  [/"HttpTokens":"required"/, '"HttpTokens":"optional"', 'takes IMDSv1'],
  [/"Encrypted":true/, '"Encrypted":false', 'has an unencrypted disk'],
  [/"CpuCredits":"unlimited"/, '"CpuCredits":"standard"', 'has no CPU credits when it is new'],
  [/"InstanceType"/, '"KeyName":"mine","InstanceType"', 'has an SSH key'],
  [
    /"NetworkInterfaceId":\{[^}]*\}\}\],"TagSp/,
    '"SubnetId":"x"}],"TagSp',
    'does not keep its address',
  ],
  [/,"DeletionPolicy":"Retain\w*"/, '', 'is deleted with its stack'],
  [
    /("GatewayId":\{"Ref":"\w+"\},"RouteTableId":\{"Ref":"vpc)public/,
    '$1private',
    'gives the engine a way to the internet',
  ],
  [/12\/\d{8}-\d+\//, '12/latest/', 'starts from an unpinned image'],
  [/"WaitOnResourceSignals":true/, '"WaitOnResourceSignals":false', 'continues without a signal'],
  [/"CreationPolicy":\{[^}]*\}\},/, '', 'continues without a signal'],
  [/ RESOURCE=host1group\w+/, '', 'continues without a signal'],
  [/"Ref":"AWS::StackId"/, '"Fn::Sub":"*"', 'may signal other stacks than their own'],
  [
    /"DependsOn":\["vpcpublicSubnet1DefaultRoute\w+",("\w+")\]/,
    '"DependsOn":[$1]',
    'may be created before',
  ],
])('reports a template in which %s is replaced with %s', (right, wrong, problem) => {
  const all = text(Resources);
  const changed = all.replace(right, wrong);
  expect(changed).not.toBe(all);
  const problems = findEgressRuleViolations(
    JSON.parse(changed) as Record<string, TemplateResource>,
  );
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

it('gives workers the addresses and EHLO names of the hosts', () => {
  const functions = Object.values(
    described['Tamis-prod']?.findResources('AWS::Lambda::Function') ?? {},
  );
  const inside = functions.filter((spec) => text(spec).includes('"VpcConfig"'));
  expect(inside).toHaveLength(2);
  for (const spec of inside) {
    expect(text(spec)).toContain(
      'socks5://10.0.0.10:1080#mta1.verify.tamis.test,' +
        'socks5://10.0.1.10:1080#mta2.verify.tamis.test,' +
        'socks5://10.0.0.11:1080#mta3.verify.tamis.test',
    );
    expect(text(spec)).toContain('"DNS_SERVERS":"10.0.0.10:53,10.0.1.10:53,10.0.0.11:53"');
    expect(text(spec)).toContain('"SMTP_MAIL_FROM":"verify@mta.verify.tamis.test"');
  }
  for (const [zone, cidr] of ['10.0.0.0/24', '10.0.1.0/24'].entries())
    expect(text(Resources[idOf(`vpcpublicSubnet${zone + 1}Subnet`)])).toContain(cidr);
});

const idOf = (start: string): string =>
  Object.keys(Resources).find((id) => id.startsWith(start)) ?? '';

it('denies the code of functions the network permissions that Lambda needs', () => {
  const roles = Object.values(described['Tamis-prod']?.findResources('AWS::IAM::Role') ?? {});
  const networkStatements = roles.flatMap(({ Properties: { Policies = [] } }) => {
    const all = (Policies as Policy[]).flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const own = all.filter(({ Action }) => [Action].flat().some((name) => name.startsWith('ec2:')));
    return own.length > 0 ? [own] : [];
  });
  expect(networkStatements).toHaveLength(2);
  for (const [allowed, denied, ...others] of networkStatements) {
    expect(allowed).toMatchObject({ Effect: 'Allow', Resource: '*' });
    expect(denied).toMatchObject({ Effect: 'Deny', Resource: '*', Action: allowed?.Action });
    expect(denied?.Condition).toEqual({
      ArnEquals: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' },
    });
    expect(others).toEqual([]);
  }
});

it('keeps the log of its hosts for 30 days, longer than a machine', () => {
  template.hasResourceProperties('AWS::Logs::LogGroup', {
    LogGroupName: '/tamis/prod/egress',
    RetentionInDays: 30,
  });
  const log = { Ref: idOf('hostsLog') };
  expect(text(Resources[idOf('role')])).toContain(
    `{"Action":["logs:CreateLogStream","logs:PutLogEvents"],"Effect":"Allow","Resource":{"Fn::GetAtt":["${log.Ref}","Arn"]}}`,
  );
});

it('replaces one host at a time', () => {
  const groups = [1, 2, 3].map((n) => idOf(`host${n}group`));
  expect(groups.map((id) => groups.filter((other) => dependsOn(id, other)).length)).toEqual([
    0, 1, 1,
  ]);
});

const dependsOn = (id: string, other: string): boolean =>
  [Resources[id]?.DependsOn ?? []].flat().includes(other);

it('has user data within the limit of AWS: 16 KB before encoding', () => {
  for (const n of [1, 2, 3]) {
    const data = text(Resources[idOf(`host${n}template`)]?.Properties);
    expect(data).toContain(`REBOOT_AT=02:${['00', '20', '40'][n - 1]}`);
    const [, script = ''] = /"Fn::Base64":"((?:[^"\\]|\\.)*)"/.exec(data) ?? [];
    expect(script.length).toBeGreaterThan(5000);
    expect(Buffer.byteLength(script)).toBeLessThan(16_384);
  }
});

it('outputs the records of the addresses and the reverse path, and the commands to run', () => {
  expect(Object.keys(Outputs).filter((name) => !name.startsWith('Publish'))).toEqual([
    ...[1, 2, 3].map((n) => `mta${n}A`),
    ...[1, 2, 3].map((n) => `mta${n}TXT`),
    'mtaTXT',
    'mtaMX',
    ...[1, 2, 3].flatMap((n) => [`mta${n}Address`, `mta${n}ReverseName`]),
    'ReceiveMail',
    'MailTopic',
  ]);
  expect(text(Outputs['mtaTXT'])).toMatch(
    /mta\.verify\.tamis\.test TXT \\"v=spf1 ip4:.*host1address.* ip4:.*host2.* ip4:.*host3.* -all\\"/,
  );
  expect(Outputs['mta1TXT']?.Value).toBe('mta1.verify.tamis.test TXT "v=spf1 a -all"');
  expect(Outputs['mtaMX']?.Value).toBe(
    'mta.verify.tamis.test MX 10 inbound-smtp.eu-west-3.amazonaws.com',
  );
  expect(text(Outputs['mta2ReverseName'])).toMatch(
    /modify-address-attribute --allocation-id .*host2address.* --domain-name mta2\.verify/,
  );
});

it('creates the records if the hosted zone is known, with stable ids', () => {
  const made = (count: number) =>
    synthesizeTemplates('prod', {
      ...HOSTS,
      egress: { kind: 'hosts', count },
      hostedZoneId: 'Z01234567',
    })['Tamis-prod-Egress']?.findResources('AWS::Route53::RecordSet') ?? {};
  const [two, sixteen] = [made(2), made(16)];
  expect(Object.keys(two)).toEqual(['mta1A', 'mta2A', 'mta1TXT', 'mta2TXT', 'mtaTXT', 'mtaMX']);
  for (const id of Object.keys(two).filter((name) => name !== 'mtaTXT'))
    expect(sixteen[id]).toEqual(two[id]);
  // Each string of a TXT record is limited to 255 characters.
  expect(text(sixteen['mtaTXT']).match(/\\" \\" ip4:/g)).toHaveLength(1);
});

it('receives mail for three names, and forwards it to the operator', () => {
  const only = (type: string) => Object.values(template.findResources(`AWS::${type}`));
  expect(only('SES::ReceiptRule').map(text)).toEqual([
    expect.stringContaining(
      '"Recipients":["verify@mta.verify.tamis.test","postmaster@mta.verify.tamis.test","abuse@mta.verify.tamis.test"]',
    ),
  ]);
  expect(only('SNS::Subscription').map(({ Properties }) => Properties as unknown)).toEqual([
    expect.objectContaining({ Protocol: 'email', Endpoint: PRODUCTION_CONFIG.alarmEmail }),
  ]);
});

it('is rejected without a domain', () => {
  expect(() =>
    synthesizeTemplates('dev', { kind: 'dev', egress: { kind: 'hosts', count: 2 } }),
  ).toThrow('hosts need a domain for their names');
});

it('lets the engine reach only the tables and answers of its account', () => {
  const endpoints = Object.values(Resources).filter(({ Type }) => Type === 'AWS::EC2::VPCEndpoint');
  const statements = endpoints.map(({ Properties }) => Properties['PolicyDocument']);
  expect(statements).toMatchObject([
    {
      Statement: [
        {
          Effect: 'Allow',
          Action: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'],
          Resource: 'arn:aws:dynamodb:eu-west-3:111111111111:table/*',
        },
      ],
    },
    {
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:GetObject', 's3:PutObject'],
          Resource: 'arn:aws:s3:::*/answers/*',
          Condition: { StringEquals: { 'aws:ResourceAccount': '111111111111' } },
        },
      ],
    },
  ]);
});
