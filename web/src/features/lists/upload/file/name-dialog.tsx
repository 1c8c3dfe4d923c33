import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { uploadRequest } from '../../../../../../shared/contract/lists.ts';
import { usePackOffer } from '../../../../lib/price.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../../../ui/dialog/modal.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { PreFlight } from './pre-flight.tsx';
import { useInspection } from './use-inspection.ts';
import { useCreditsLeft } from './use-credits-left.ts';
import { useListFile } from './use-list-file.ts';
import { WorkbookSheet } from './workbook-sheet.tsx';

const schema = z.pick(uploadRequest, { name: true });

/** A list that its user sends as it was shown. */
interface NamedList {
  readonly name: string;
  readonly list: File;
  /** From 1. */
  readonly column: number;
  readonly encoding: string | undefined;
  /** The list was written by this app, from a workbook. */
  readonly strict: true | undefined;
  readonly credits: number;
}

interface Props {
  file: File;
  /** Of the list, until the user gives another. */
  name: string;
  /** What there is to say of the file, beside its content. */
  note: string | undefined;
  /** Credits that other lists ask for which come before it. */
  asked: number;
  onClose: () => void;
  /** Gets the file, or the list written from the workbook that it is, and how it was read. */
  onNamed: (named: NamedList) => void;
}

/** Asks for the name of a list and shows what is in its file. */
export function NameDialog({ file, name: suggested, note, asked, onClose, onNamed }: Props) {
  const { t } = useTranslation();
  const faultId = useId();
  const [sheet, setSheet] = useState<number>();
  const [column, setColumn] = useState<number>();
  const [encoding, setEncoding] = useState<string>();
  const list = useListFile(file, sheet);
  // A workbook becomes a file that this app writes.
  const strict = list.sheets !== undefined;
  const inspection = useInspection(list.file, { column, encoding, strict });
  const { preview, counts, failed } = inspection;
  const { credits, left, look } = useCreditsLeft(counts?.verified ?? 0, asked);
  const isShort = credits > 0 && left < 0;
  const price = usePackOffer(-left)?.price;
  const costs = [
    look > 0
      ? t('preflight.look', { size: look, missing: -left })
      : t('preflight.missing', { count: -left }),
    ...(price === undefined ? [] : [t('preflight.price', { price })]),
  ].join(' ');
  const refused = list.failed || (list.fault ?? inspection.fault) !== undefined;
  return (
    <Modal open onClose={onClose} wide title={t('lists.upload.nameTitle')} text={note}>
      <Form
        schema={schema}
        onSubmit={({ name }) => {
          const read = column ?? preview?.proposed ?? 0;
          if (!refused && list.file)
            onNamed({
              name,
              list: list.file,
              column: read + 1,
              encoding: strict ? undefined : preview?.encoding,
              strict: strict || undefined,
              credits,
            });
        }}
      >
        <TextField
          label={t('lists.name')}
          hint={t('lists.upload.nameHint')}
          name="name"
          defaultValue={suggested}
          autoComplete="off"
        />
        <WorkbookSheet
          list={list}
          faultId={faultId}
          onSheet={(chosen) => {
            setSheet(chosen);
            setColumn(undefined);
          }}
        />
        {list.file && (
          <PreFlight
            inspection={inspection}
            isWorkbook={strict}
            column={column}
            onColumn={setColumn}
            encoding={encoding}
            onEncoding={(chosen) => {
              setEncoding(chosen);
              setColumn(undefined);
            }}
            faultId={faultId}
            asked={asked}
          />
        )}
        <ModalActions onCancel={onClose} text={isShort ? costs : undefined}>
          <Button
            variant="primary"
            type="submit"
            disabled={refused || !list.file || !(preview || failed)}
            aria-describedby={refused ? faultId : undefined}
          >
            {!isShort && t('lists.upload.send')}
            {isShort && look === 0 && t('preflight.sendAndBuy', { count: -left })}
            {look > 0 && t('preflight.sendAndLook', { size: look })}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
