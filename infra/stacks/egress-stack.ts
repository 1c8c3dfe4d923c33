import { Fn, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import {
  AnyPrincipal,
  CfnInstanceProfile,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import type { EgressNetwork } from '../constructs/stack-context.ts';
import { createLogGroup } from '../constructs/log.ts';
import { createEgressHost, type EgressHost } from '../egress/host.ts';
import {
  HOST_METRICS_NAMESPACE,
  HOSTS_LOG,
  NETWORK_CIDR,
  ZONE_COUNT,
} from '../stage/host-specs.ts';
import { addEgressDnsRecords } from '../egress/dns-records.ts';

interface EgressStackProps extends StackProps {
  readonly config: StageConfig;
}

/**
 * Egress through hosts with a public address each. It is a separate stack, so that the addresses,
 * their reputation and the permission to use port 25 outlive the application.
 */
export class EgressStack extends Stack {
  readonly network: EgressNetwork;

  constructor(scope: Construct, id: string, { config, ...props }: EgressStackProps) {
    super(scope, id, { description: 'Tamis: egress to mail servers', ...props });
    const vpc = new Vpc(this, 'vpc', {
      ipAddresses: IpAddresses.cidr(NETWORK_CIDR),
      natGateways: 0,
      subnetConfiguration: [
        { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24 },
        { name: 'private', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 20 },
      ],
      restrictDefaultSecurityGroup: false,
    });
    // The engine's subnets have no other route, so it reaches only the table, the bucket of its
    // answers and the hosts.
    const table = vpc.addGatewayEndpoint('table', {
      service: GatewayVpcEndpointAwsService.DYNAMODB,
    });
    // A restored table may have any name, so the policy names the account. Without it, a
    // compromised engine could write to a stranger's table with the stranger's credentials. The
    // principal must be `*`:
    // https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html
    table.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
        resources: [this.formatArn({ service: 'dynamodb', resource: 'table', resourceName: '*' })],
      }),
    );
    const answers = vpc.addGatewayEndpoint('answers', { service: GatewayVpcEndpointAwsService.S3 });
    // This stack is older than the bucket, so the policy names the account and the prefix.
    answers.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [
          this.formatArn({
            service: 's3',
            region: '',
            account: '',
            resource: '*',
            resourceName: 'answers/*',
          }),
        ],
        conditions: { StringEquals: { 'aws:ResourceAccount': this.account } },
      }),
    );
    const securityGroup = new SecurityGroup(this, 'outward', {
      vpc,
      description: 'The table, the proxies and the resolvers',
      allowAllOutbound: false,
    });
    this.network = { vpc, securityGroup };
    securityGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(443));
    addEgressDnsRecords(this, config, this.addHosts(config));
  }

  private addHosts(config: StageConfig): EgressHost[] {
    const { vpc, securityGroup: workers } = this.network;
    const securityGroup = new SecurityGroup(this, 'hosts', {
      vpc,
      description: 'Proxy and resolver, for the workers only',
      allowAllOutbound: false,
    });
    for (const port of [Port.tcp(1080), Port.tcp(53), Port.udp(53)]) {
      securityGroup.addIngressRule(workers, port);
      workers.addEgressRule(securityGroup, port);
    }
    // Ports of mail servers, name servers, AWS, and Debian packages.
    for (const port of [Port.tcp(25), Port.tcp(53), Port.udp(53), Port.tcp(443), Port.tcp(80)])
      securityGroup.addEgressRule(Peer.anyIpv4(), port);
    const log = createLogGroup(this, 'hosts', HOSTS_LOG, config);
    const profile = this.addProfile(log);
    const hosts: EgressHost[] = [];
    for (const [index, hostSpec] of (config.account?.hosts ?? []).entries()) {
      const subnet = vpc.publicSubnets[hostSpec.zone];
      if (subnet === undefined) throw new RangeError(`The network has no zone ${hostSpec.zone}`);
      const previous = hosts.at(-1);
      const props = { config, hostSpec, index, subnet, securityGroup, profile, previous };
      hosts.push(createEgressHost(this, `host${index + 1}`, props));
    }
    return hosts;
  }

  /**
   * Permissions of a host: to send its log and metrics, and to report whether its setup succeeded.
   */
  private addProfile(log: LogGroup): CfnInstanceProfile {
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
      inlinePolicies: {
        metrics: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['cloudwatch:PutMetricData'],
              resources: ['*'],
              conditions: { StringEquals: { 'cloudwatch:namespace': HOST_METRICS_NAMESPACE } },
            }),
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [log.logGroupArn],
            }),
            new PolicyStatement({
              actions: ['cloudformation:SignalResource'],
              resources: [this.stackId],
            }),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'PutMetricData has no resource-level permissions; a condition restricts the namespace',
    });
    return new CfnInstanceProfile(this, 'profile', { roles: [role.roleName] });
  }

  /** Overridden so that the CDK does not look up the account's zones. */
  override get availabilityZones(): string[] {
    return Array.from({ length: ZONE_COUNT }, (_, index) => Fn.select(index, Fn.getAzs()));
  }
}
