import { Tags } from 'aws-cdk-lib';
import { CfnEIP } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { removalPolicyOf } from '../constructs/removal-policy.ts';

/** A public address, and the name that is said at EHLO from it. */
export interface EgressAddress {
  readonly name: string;
  readonly address: CfnEIP;
}

/** A new address, which production keeps whatever becomes of its stack: it has a reputation. */
export function createAddress(scope: Construct, name: string, config: StageConfig): EgressAddress {
  const address = new CfnEIP(scope, 'address', { domain: 'vpc' });
  address.applyRemovalPolicy(removalPolicyOf(config));
  Tags.of(address).add('Name', name);
  return { name, address };
}
