import { readFileSync } from 'node:fs';
import { Fn, Lazy, Stack, Tags } from 'aws-cdk-lib';
import { CfnAutoScalingGroup } from 'aws-cdk-lib/aws-autoscaling';
import {
  CfnEIP,
  CfnEIPAssociation,
  CfnLaunchTemplate,
  CfnNetworkInterface,
  type ISecurityGroup,
  type ISubnet,
} from 'aws-cdk-lib/aws-ec2';
import type { CfnInstanceProfile } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from '../constructs/removal-policy.ts';
import { logGroupNameOf } from '../constructs/log.ts';
import { hostGroupName, HOSTS_LOG, type HostSpec, NETWORK_CIDR } from '../stage/host-specs.ts';

interface EgressHostProps {
  readonly config: StageConfig;
  readonly hostSpec: HostSpec;
  readonly index: number;
  readonly subnet: ISubnet;
  readonly securityGroup: ISecurityGroup;
  readonly profile: CfnInstanceProfile;
  /** The host that a deployment replaces first; undefined for the first host. */
  readonly previous: EgressHost | undefined;
}

export interface EgressHost {
  readonly name: string;
  readonly address: CfnEIP;
  readonly group: CfnAutoScalingGroup;
}

const SETUP_SCRIPT = readFileSync(new URL('../egress-host/setup.sh', import.meta.url), 'utf8');

/**
 * Debian 12 on arm64, the last release that packages dante, pinned to an image of
 * https://cloud.debian.org/images/cloud/bookworm/. CloudFormation resolves it at deployment, from
 * the parameter that put_ssm.py of https://salsa.debian.org/cloud-team/debian-cloud-images
 * publishes for each image.
 */
const IMAGE_ID = '{{resolve:ssm:/aws/service/debian/release/12/20260923-2610/arm64}}';
/** The timeout is generous, because a failed setup reports its failure immediately. */
const SETUP_TIMEOUT = 'PT30M';

/**
 * The cheapest instance type supports 2,000 sessions: dante needs 0.3 MB per session of the 512 MB,
 * nearly all of it empty buffers that are swapped out. The price includes 8,640 CPU seconds a day,
 * and a million addresses take 75 seconds. A new machine starts without CPU credits; `unlimited`
 * lends it a day's worth, so that hosts replaced one after another are not all slow. A higher
 * average costs $0.04 per vCPU hour, $55 a month at most, and raises an alarm:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/burstable-performance-instances-unlimited-mode-concepts.html
 */
const INSTANCE_TYPE = 't4g.nano';

/**
 * Creates a machine whose public and private addresses outlive it: they belong to a network
 * interface, which the replacement machine takes over. An Auto Scaling group supports this for a
 * single instance if the launch template names the interface and the group names the zone:
 * https://docs.aws.amazon.com/autoscaling/ec2/userguide/examples-launch-templates-aws-cli.html
 */
export function createEgressHost(scope: Construct, id: string, props: EgressHostProps): EgressHost {
  const host = new Construct(scope, id);
  const { config, hostSpec, index, subnet, securityGroup, profile, previous } = props;
  const address = new CfnEIP(host, 'address', { domain: 'vpc' });
  // Production keeps the address without the stack, because the address has a reputation.
  address.applyRemovalPolicy(removalPolicyOf(config));
  Tags.of(address).add('Name', hostSpec.name);
  const networkInterface = new CfnNetworkInterface(host, 'interface', {
    subnetId: subnet.subnetId,
    privateIpAddress: hostSpec.privateAddress,
    groupSet: [securityGroup.securityGroupId],
    description: hostSpec.name,
  });
  const associated = new CfnEIPAssociation(host, 'association', {
    allocationId: address.attrAllocationId,
    networkInterfaceId: networkInterface.attrId,
  });
  // An Elastic IP address requires that the internet gateway is attached first:
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-dependson.html#gatewayattachment
  associated.node.addDependency(subnet.internetConnectivityEstablished);
  const { region, stackName } = Stack.of(host);
  const groupName = hostGroupName(config.stage, index);
  const template = new CfnLaunchTemplate(host, 'template', {
    launchTemplateData: {
      imageId: IMAGE_ID,
      instanceType: INSTANCE_TYPE,
      creditSpecification: { cpuCredits: 'unlimited' },
      iamInstanceProfile: { arn: profile.attrArn },
      networkInterfaces: [
        {
          deviceIndex: 0,
          networkInterfaceId: networkInterface.attrId,
          deleteOnTermination: false,
        },
      ],
      metadataOptions: { httpTokens: 'required', httpPutResponseHopLimit: 1 },
      blockDeviceMappings: [
        { deviceName: '/dev/xvda', ebs: { volumeType: 'gp3', volumeSize: 8, encrypted: true } },
      ],
      // Shutting down terminates the machine, and its Auto Scaling group starts another.
      instanceInitiatedShutdownBehavior: 'terminate',
      userData: Fn.base64(
        [
          '#!/usr/bin/env bash',
          `export LISTEN=${hostSpec.privateAddress} CLIENTS=${NETWORK_CIDR}`,
          `export REBOOT_AT=${rebootAt(index)} GROUP=${groupName} LOGS=${logGroupNameOf(HOSTS_LOG, config)}`,
          `export REGION=${region} STACK=${stackName} RESOURCE=${Lazy.string({ produce: () => group.logicalId })}`,
          SETUP_SCRIPT,
        ].join('\n'),
      ),
      tagSpecifications: ['instance', 'volume'].map((resourceType) => ({
        resourceType,
        tags: [{ key: 'Name', value: hostSpec.name }],
      })),
    },
  });
  const group: CfnAutoScalingGroup = new CfnAutoScalingGroup(host, 'group', {
    autoScalingGroupName: groupName,
    minSize: '1',
    maxSize: '1',
    availabilityZones: [subnet.availabilityZone],
    launchTemplate: {
      launchTemplateId: template.attrLaunchTemplateId,
      version: template.attrLatestVersionNumber,
    },
    healthCheckType: 'EC2',
    healthCheckGracePeriod: 300,
    // The network interface is only free once the previous machine is terminated.
    instanceMaintenancePolicy: { minHealthyPercentage: 0, maxHealthyPercentage: 100 },
  });
  // The machine signals success or failure, and a failure rolls the deployment back:
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_SignalResource.html
  group.cfnOptions.creationPolicy = { resourceSignal: { timeout: SETUP_TIMEOUT } };
  group.cfnOptions.updatePolicy = {
    autoScalingRollingUpdate: { waitOnResourceSignals: true, pauseTime: SETUP_TIMEOUT },
  };
  // The setup script downloads packages, so the machine needs its public address and the internet.
  group.node.addDependency(associated, subnet.internetConnectivityEstablished);
  // Replace one host after the other, so that at most one is down during a deployment.
  if (previous) group.node.addDependency(previous.group);
  Tags.of(networkInterface).add('Name', hostSpec.name);
  return { name: hostSpec.name, address, group };
}

/**
 * Time of day at which a host may reboot after an upgrade: 02:00 for the first host, and twenty
 * minutes later for each further host.
 */
const rebootAt = (index: number): string =>
  `${String(2 + Math.floor(index / 3)).padStart(2, '0')}:${String((index % 3) * 20).padStart(2, '0')}`;
