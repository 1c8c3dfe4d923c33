import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BOUNCE_FILE_EXTENSIONS,
  MAX_BOUNCE_FILE_BYTES,
} from '../../../../shared/model/bounces/bounce.ts';
import { readWorkbookInWorker } from '../../lib/file/read-in-worker.ts';
import { useFormat } from '../../lib/use-format.ts';

/** Extensions of workbooks, which are converted to CSV. */
const WORKBOOKS: readonly string[] = ['.xlsx', '.xlsm'];
export const ACCEPTED_BOUNCE_EXTENSIONS: readonly string[] = [
  ...BOUNCE_FILE_EXTENSIONS,
  ...WORKBOOKS,
];

interface ChosenFile {
  readonly name: string;
  /** The file to send; undefined while a workbook is being converted, or if there is a problem. */
  readonly file?: File;
  readonly problem?: string;
}

const hasExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => name.toLowerCase().endsWith(extension));

/** Checks the chosen file, and converts a workbook to CSV. */
export function useBounceFile() {
  const { t } = useTranslation();
  const size = useFormat().megabytes(MAX_BOUNCE_FILE_BYTES);
  const [chosen, setChosen] = useState<ChosenFile>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const accept = (name: string, file: File): void => {
    const refusal = refusalOf(file);
    setChosen({
      name,
      ...(refusal ? { problem: t(`bounces.dialog.refused.${refusal}`, { size }) } : { file }),
    });
  };
  const choose = (given: File): void => {
    stop.current?.();
    const { name } = given;
    if (!hasExtension(name, WORKBOOKS) || refusalOf(given)) return accept(name, given);
    setChosen({ name });
    stop.current = readWorkbookInWorker(given, undefined, ({ file, fault, failed }) => {
      const damage = failed ? 'damaged' : fault;
      if (damage) setChosen({ name, problem: t(`preflight.workbook.fault.${damage}`, { size }) });
      else if (file) accept(name, file);
    });
  };
  return { chosen, choose, size };
}

function refusalOf({ name, size }: File): 'type' | 'large' | 'empty' | undefined {
  if (!hasExtension(name, ACCEPTED_BOUNCE_EXTENSIONS)) return 'type';
  if (size > MAX_BOUNCE_FILE_BYTES) return 'large';
  return size === 0 ? 'empty' : undefined;
}
