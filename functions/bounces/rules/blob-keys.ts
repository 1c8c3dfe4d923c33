import { reportsPrefix } from '../../lists/rules/blob-keys.ts';
import type { Report } from './report.ts';

/** All object keys of bounce reports are constructed here. */

const UPLOAD = /^bounces\/([^/]+)\/([^/]+)$/;

type ReportRef = Pick<Report, 'userId' | 'reportId'>;

export const bouncesPrefix = (userId: string): string => `bounces/${userId}/`;
/** Key of the uploaded file, or of the request's bounces as JSON; deleted once it has been read. */
export const bouncesKey = ({ userId, reportId }: ReportRef): string =>
  bouncesPrefix(userId) + reportId;

export function parseBouncesKey(key: string): ReportRef | undefined {
  const [, userId, reportId] = UPLOAD.exec(key) ?? [];
  return userId !== undefined && reportId !== undefined ? { userId, reportId } : undefined;
}

/** Key of a report's rows, one JSON document per line; deleted with the report's list. */
export const reportRowsKey = ({
  userId,
  reportId,
  sent,
}: Pick<Report, 'userId' | 'reportId' | 'sent'>) =>
  `${reportsPrefix(userId)}${sent?.listId ?? reportId}/${reportId}`;
