import { AppError } from '../../shared/contract/errors.ts';
import { formatContentDisposition } from '../../shared/model/content-disposition.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { personActor } from '../platform/author.ts';
import { verifyMemberLink } from '../access/member-link.ts';
import { exportKey } from './rules/blob-keys.ts';
import { EXPORT_LINK_SECONDS } from './rules/retention.ts';
import type { PrivacyDeps } from './deps.ts';

export type ExportDownloadDeps = Pick<
  PrivacyDeps,
  'accounts' | 'activity' | 'blobs' | 'clock' | 'secrets'
>;

/**
 * Returns a presigned URL for an export. The email contains our own link instead, because a
 * presigned URL expires with the function's credentials, within hours.
 * @throws {AppError} `expired` if the link is invalid, has expired, or names a person who does not own
 *   the account any more, or the file no longer exists
 */
export async function createExportDownloadUrl(
  deps: ExportDownloadDeps,
  exportId: string,
  token: string,
): Promise<string> {
  const { activity, blobs } = deps;
  const target = { purpose: 'export', subject: exportId } as const;
  const { account, personId } = (await verifyMemberLink(deps, target, token, 'owner')) ?? {};
  if (!account || personId === undefined) throw new AppError('expired');
  const key = exportKey(account.id, exportId);
  if ((await blobs.size(key)) === undefined) throw new AppError('expired');
  const entry = { kind: 'export', what: 'downloaded', target: exportId, name: '' } as const;
  await activity.record(account.id, entry, { who: personActor(personId) });
  return blobs.link(key, {
    disposition: formatContentDisposition(`${PRODUCT_NAME}-${exportId}.json`),
    mediaType: 'application/json',
    seconds: EXPORT_LINK_SECONDS,
  });
}
