import { AppError } from '../../shared/contract/errors.ts';
import { attachmentName } from '../../shared/model/attachment-name.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { verifyLink } from '../access/signed.ts';
import { exportKey } from './rules/blob-keys.ts';
import { EXPORT_LINK_SECONDS } from './rules/retention.ts';
import type { PrivacyDeps } from './deps.ts';

export type OpenDeps = Pick<PrivacyDeps, 'accounts' | 'blobs' | 'clock' | 'secrets'>;

/**
 * Download URL of the export in a link. The mailed link is ours instead of the bucket's, because a
 * presigned URL expires with the function's own credentials, within hours.
 * @throws {AppError} `expired` for an invalid or expired link, and without its file
 */
export async function openExport(
  { accounts, blobs, ...deps }: OpenDeps,
  exportId: string,
  token: string,
): Promise<string> {
  const userId = await verifyLink(deps, { purpose: 'export', subject: exportId }, token);
  const user = userId && (await accounts.get(userId));
  if (!user) throw new AppError('expired');
  const key = exportKey(user.id, exportId);
  if ((await blobs.size(key)) === undefined) throw new AppError('expired');
  return blobs.link(key, {
    disposition: attachmentName(`${PRODUCT_NAME}-${exportId}.json`),
    mediaType: 'application/json',
    seconds: EXPORT_LINK_SECONDS,
  });
}
