import { bounceReportsPrefix } from '../../lists/rules/blob-keys.ts';
import type { Report } from './report.ts';

/** All object keys of bounce reports are constructed here. */

const UPLOAD_KEY_PATTERN = /^bounces\/([^/]+)\/([^/]+)$/;

type ReportRef = Pick<Report, 'userId' | 'reportId'>;

export const bounceUploadPrefix = (userId: string): string => `bounces/${userId}/`;
/** Key of the uploaded file, or of the request's bounces as JSON; deleted once it has been read. */
export const bounceUploadKey = ({ userId, reportId }: ReportRef): string =>
  bounceUploadPrefix(userId) + reportId;

export function parseBounceUploadKey(key: string): ReportRef | undefined {
  const [, userId, reportId] = UPLOAD_KEY_PATTERN.exec(key) ?? [];
  return userId !== undefined && reportId !== undefined ? { userId, reportId } : undefined;
}

/** Key of a report's rows, one JSON document per line; deleted with the report's list. */
export const reportRowsKey = ({
  userId,
  reportId,
  sent,
}: Pick<Report, 'userId' | 'reportId' | 'sent'>) =>
  `${bounceReportsPrefix(userId)}${sent?.listId ?? reportId}/${reportId}`;
