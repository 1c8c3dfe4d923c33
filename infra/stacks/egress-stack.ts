import { CfnOutput, Fn, Stack, Tags } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  NatProvider,
  Port,
  SecurityGroup,
  Peer,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';

interface EgressStackProps extends StackProps {
  readonly config: StageConfig;
}

/** The network of the functions that verify. */
export interface EgressNetwork {
  readonly vpc: Vpc;
  readonly securityGroup: SecurityGroup;
}

/**
 * The way out through one address, whose reverse name is the one we say at HELO: a NAT gateway with
 * two addresses would choose between them. A stack of its own, so that the address, its reputation
 * and the permission to use port 25 outlive the application.
 */
export class EgressStack extends Stack {
  readonly network: EgressNetwork;

  constructor(scope: Construct, id: string, { config, ...props }: EgressStackProps) {
    super(scope, id, { description: 'Tamis: the way out to mail servers', ...props });
    const address = new CfnEIP(this, 'address', { domain: 'vpc' });
    Tags.of(address).add('Name', config.settings.SMTP_HELO);
    const vpc = new Vpc(this, 'vpc', {
      natGateways: 1,
      natGatewayProvider: NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
      subnetConfiguration: [
        { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24 },
        { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      ],
      // Free, and what they carry does not pay for the NAT gateway.
      gatewayEndpoints: {
        table: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        files: { service: GatewayVpcEndpointAwsService.S3 },
      },
      restrictDefaultSecurityGroup: false,
    });
    const securityGroup = new SecurityGroup(this, 'outward', {
      vpc,
      description: 'Mail servers, name servers and AWS',
      allowAllOutbound: false,
    });
    for (const port of [Port.tcp(25), Port.tcp(443), Port.tcp(53), Port.udp(53)])
      securityGroup.addEgressRule(Peer.anyIpv4(), port);
    this.network = { vpc, securityGroup };

    new CfnOutput(this, 'Address', { value: address.attrPublicIp });
    new CfnOutput(this, 'ReverseName', {
      description: `First point ${config.settings.SMTP_HELO} at the address by an A record.`,
      value: `aws ec2 modify-address-attribute --allocation-id ${address.attrAllocationId} --domain-name ${config.settings.SMTP_HELO}`,
    });
  }

  /** Two, without asking the account which there are. */
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }
}
