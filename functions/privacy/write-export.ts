import type { ExportMessage } from '../../shared/messages/privacy.ts';
import { signLink } from '../access/signed.ts';
import type { LogFields } from '../platform/log.ts';
import { type CollectDeps, collectData } from './collect-data.ts';
import { exportKey } from './rules/blob-keys.ts';
import { jsonStream } from './rules/json-stream.ts';
import { EXPORT_DAYS } from './rules/retention.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { PrivacyDeps } from './deps.ts';

export type ExportDeps = CollectDeps &
  Pick<PrivacyDeps, 'accounts' | 'blobs' | 'mailQueue' | 'secrets'>;

/**
 * Writes all data of an account to a file, in constant memory, and emails a link to it. If the message is delivered
 * again, rewrites the file but sends no other email.
 */
export async function writeExport(
  deps: ExportDeps,
  { userId, exportId }: ExportMessage,
): Promise<LogFields> {
  const fields = { user: userId, export: exportId };
  const user = await deps.accounts.get(userId);
  if (!user) return { ...fields, outcome: 'skipped' };
  await deps.blobs.write(exportKey(userId, exportId), jsonStream(await collectData(deps, user)));

  const target = { purpose: 'export', subject: exportId } as const;
  const token = await signLink(deps, target, userId, EXPORT_DAYS * 24 * 3600);
  await deps.mailQueue.send(
    mailTo(user, `export:${exportId}`, {
      template: 'export_ready',
      params: { path: `/api/account/export/${exportId}?t=${token}`, days: EXPORT_DAYS },
    }),
  );
  return { ...fields, outcome: 'done' };
}
