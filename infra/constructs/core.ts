import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { Api } from './api.ts';
import type { StackContext } from './stack-context.ts';
import type { Workers } from './workers.ts';

export interface CoreResources extends Pick<StackContext, 'table' | 'queues' | 'buckets'> {
  readonly api: Api;
  readonly workers: Workers;
  /** Vault of the table's daily backups, which are copied elsewhere; undefined without `backup`. */
  readonly vault: IBackupVault | undefined;
}
