import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Grant } from '../features/feature.ts';
import { createFunctionEnvironment, type StackContext } from './stack-context.ts';
import { iamStatementsFor } from './grants.ts';
import { createLogGroup, logGroupNameOf } from './log.ts';

interface ServiceFunctionProps {
  readonly base: StackContext;
  /** Folder of the function's code below dist/functions. */
  readonly bundle: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly grants: readonly Grant[];
  /** Reserved concurrency, which is also the maximum. Ignored in stages that reserve none. */
  readonly reservedConcurrency?: number | undefined;
  /**
   * Exempts the function from loop detection, which stops a function that has triggered itself
   * through messages 16 times:
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  readonly mayLoop?: true | undefined;
  /** Queue for failed asynchronous runs. If set, failed runs are not retried. */
  readonly failedRuns?: IQueue | undefined;
}

export class ServiceFunction extends LambdaFunction {
  readonly logName: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const {
      base,
      bundle,
      memoryMb,
      timeoutSeconds,
      grants,
      reservedConcurrency,
      mayLoop,
      failedRuns,
    } = props;
    const inNetwork = grants.includes('egress') ? base.network : undefined;
    const logGroup = createLogGroup(scope, id, base.config);
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const policy = new PolicyDocument({
      statements: [writeLog, ...iamStatementsFor(grants, base)],
    });
    // Use an inline policy, because separate policies would count toward the stack's 500 resources.
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { grants: policy },
    });
    if (inNetwork)
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'The name of a network interface is unknown before its creation',
      });
    super(scope, id, {
      // Pin the version, so that a new runtime is tested before production uses it.
      runtime: Runtime.NODEJS_24_X,
      // In the stage `local`, use the architecture of the machine. In the cloud, arm64 costs 20%
      // less.
      architecture:
        base.config.account || process.arch === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: base.code(bundle),
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      environment: createFunctionEnvironment(base, memoryMb, grants),
      role,
      logGroup,
      ...(base.config.reservesConcurrency &&
        reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Emulators have no loop detection and reject the property.
      ...(mayLoop && base.config.account && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(failedRuns && { deadLetterQueue: failedRuns, retryAttempts: 0 }),
      ...(inNetwork && { vpc: inNetwork.vpc, securityGroups: [inNetwork.securityGroup] }),
    });
    this.logName = logGroupNameOf(scope, id, base.config);
  }
}
