import { ErrorCode, type FileError } from 'react-dropzone';
import type { Texts } from '../../../i18n/texts.ts';

type Rejection = Exclude<keyof Texts['lists']['upload']['rejected'], 'many'>;

const rejections: Readonly<Record<string, Rejection>> = {
  [ErrorCode.FileInvalidType]: 'type',
  [ErrorCode.FileTooLarge]: 'large',
  [ErrorCode.FileTooSmall]: 'small',
};

/** Why a dropped file is rejected: its type, if that is among the reasons, else the first one. */
export function rejectionOf(errors: readonly Pick<FileError, 'code'>[]): Rejection | undefined {
  const found = errors.flatMap(({ code }) => rejections[code] ?? []);
  return found.includes('type') ? 'type' : found[0];
}
