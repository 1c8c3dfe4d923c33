import { UPLOAD_EXTENSIONS } from '../../../shared/model/upload-limits.ts';

/** Whether a file's name says that it may be a list. */
export const hasListExtension = (fileName: string): boolean =>
  UPLOAD_EXTENSIONS.some((extension) => fileName.toLowerCase().endsWith(extension));

/** A name as it is kept: without characters that are not seen or that turn the text around them. */
export const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
