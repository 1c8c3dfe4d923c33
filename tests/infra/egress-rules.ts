import { z } from 'zod';
import type { TemplateResource } from './template.ts';

type Resources = Readonly<Record<string, TemplateResource>>;

const PORTS_OF_HOSTS = ['tcp 1080', 'tcp 53', 'udp 53'];
const rule = z.object({ IpProtocol: z.string(), FromPort: z.number(), ToPort: z.number() });
/**
 * Pattern of a reference to a dated Debian image, as published by put_ssm.py of
 * https://salsa.debian.org/cloud-team/debian-cloud-images
 */
const DATED =
  /"ImageId":"\{\{resolve:ssm:\/aws\/service\/debian\/release\/\d+\/\d{8}-\d+\/arm64\}\}"/;
const SIGNALS_ITSELF =
  '{"Action":"cloudformation:SignalResource","Effect":"Allow","Resource":{"Ref":"AWS::StackId"}}';
const TO_HOST = /"NetworkInterfaceId":\{"Fn::GetAtt":\["host\d+interface/;
const text = (value: unknown): string => JSON.stringify(value) ?? '';

/** Describes problems of the hosts in an egress stack, one sentence each. */
export function findEgressRuleViolations(resources: Resources): string[] {
  const all = Object.entries(resources);
  const ofType = (type: string) => all.filter(([, { Type }]) => Type === `AWS::${type}`);
  const named = (type: string, start: string): string =>
    ofType(type).find(([id]) => id.startsWith(start))?.[0] ?? '';
  const hosts = named('EC2::SecurityGroup', 'hosts');
  const workers = named('EC2::SecurityGroup', 'outward');
  const problems: string[] = [];

  const ingress = ofType('EC2::SecurityGroupIngress');
  for (const [id, { Properties }] of ingress) {
    const { IpProtocol, FromPort, ToPort } = rule.parse(Properties);
    if (!text(Properties['SourceSecurityGroupId']).includes(workers))
      problems.push(`${id} accepts connections not only from workers`);
    if (FromPort !== ToPort || !PORTS_OF_HOSTS.includes(`${IpProtocol} ${FromPort}`))
      problems.push(`${id} opens an unnecessary port`);
  }
  if (ingress.length !== PORTS_OF_HOSTS.length)
    problems.push('workers cannot reach all ports of a host');
  for (const [id, { Properties }] of ofType('EC2::SecurityGroup'))
    if (Properties['SecurityGroupIngress'] !== undefined)
      problems.push(`${id} accepts connections from networks`);

  for (const [id, resource] of ofType('EC2::EIP'))
    if (!text(resource).includes(`"DeletionPolicy":"Retain`))
      problems.push(`${id} is deleted with its stack`);

  for (const [id, { Properties }] of ofType('EC2::NetworkInterface'))
    if (!text(Properties['GroupSet']).includes(hosts)) problems.push(`${id} has no firewall`);

  for (const [id, { Properties }] of ofType('EC2::LaunchTemplate')) {
    const data = text(Properties['LaunchTemplateData']);
    if (!data.includes('"HttpTokens":"required"')) problems.push(`${id} takes IMDSv1`);
    if (!data.includes('"Encrypted":true')) problems.push(`${id} has an unencrypted disk`);
    if (!data.includes('"CpuCredits":"unlimited"'))
      problems.push(`${id} has no CPU credits when it is new`);
    if (/"KeyName"/.test(data)) problems.push(`${id} has an SSH key`);
    if (!TO_HOST.test(data)) problems.push(`${id} does not keep its address`);
    if (!DATED.test(data)) problems.push(`${id} starts from an unpinned image`);
  }
  for (const [id, { Properties }] of ofType('AutoScaling::AutoScalingGroup'))
    if (Properties['MaxSize'] !== '1' || Properties['VPCZoneIdentifier'] !== undefined)
      problems.push(`${id} cannot take over an interface`);
  for (const [id, group] of ofType('AutoScaling::AutoScalingGroup')) {
    const waits = ['"WaitOnResourceSignals":true', '"CreationPolicy":{"ResourceSignal":{'];
    const isSignaled = ofType('EC2::LaunchTemplate').some(([, launch]) =>
      text(launch).includes(`RESOURCE=${id}\\n`),
    );
    if (!isSignaled || !waits.every((part) => text(group).includes(part)))
      problems.push(`${id} continues without a signal of its host`);
  }
  const policies = ofType('IAM::Role').map(([, { Properties }]) => text(Properties));
  if (!policies.some((policy) => policy.includes(SIGNALS_ITSELF)))
    problems.push('hosts may signal other stacks than their own');

  for (const [id, { DependsOn }] of ofType('EC2::EIPAssociation'))
    if (![DependsOn ?? []].flat().some((other) => /DefaultRoute/.test(other)))
      problems.push(`${id} may be created before the internet gateway`);

  for (const [id, { Properties }] of ofType('EC2::Route'))
    if (text(Properties['RouteTableId']).includes('private'))
      problems.push(`${id} gives the engine a way to the internet`);
  return problems;
}
