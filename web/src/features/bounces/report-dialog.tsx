import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bounceRoutes } from '../../../../shared/contract/bounces.ts';
import { listName } from '../../../../shared/contract/fields.ts';
import type { ListDetail } from '../../../../shared/contract/list-detail.ts';
import { MAX_LIST_NAME_LENGTH } from '../../../../shared/model/upload-limits.ts';
import { KIND_BY_STATUS, VERDICT_STATUSES } from '../../../../shared/model/verdict.ts';
import { useApi } from '../../lib/api.ts';
import { SendError, sendFile } from '../../lib/file/send-file.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './bounces.module.css';
import { bounceReportsQuery } from './queries.ts';
import { ACCEPTED_BOUNCE_EXTENSIONS, useBounceFile } from './use-bounce-file.ts';

/** Formats a date as `2026-11-20` in the browser's time zone. The Swedish locale uses ISO 8601. */
const dayOf = (time: Date): string => time.toLocaleDateString('sv-SE');

const box = z.optional(z.boolean());
const boxes = { deliverable: box, undeliverable: box, risky: box, unknown: box };

interface Props {
  list: ListDetail;
  onClose: () => void;
}

export function ReportDialog({ list, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const { chosen, choose, size } = useBounceFile();
  const fileId = useId();
  const [isDragOver, setIsDragOver] = useState(false);
  const [share, setShare] = useState<number>();
  const [isNotSent, setIsNotSent] = useState(false);
  const [limits] = useState(() => ({
    min: dayOf(new Date(list.end_date ?? list.created_at)),
    max: dayOf(new Date()),
  }));
  const [day, setDay] = useState(limits.max);
  const [ownName, setOwnName] = useState<string>();
  const upload = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    upload.current = controller;
    return () => controller.abort();
  }, []);

  const shown = VERDICT_STATUSES.filter((status) => list[KIND_BY_STATUS[status]] > 0);
  const schema = z
    .object({
      ...boxes,
      name: listName(),
      day: z.string().check(
        z.refine((value) => value >= limits.min && value <= limits.max, {
          error: t('bounces.dialog.future'),
        }),
      ),
    })
    .check(
      z.refine((values) => shown.some((status) => values[status]), {
        error: t('bounces.dialog.noCategory'),
        path: [shown[0] ?? ''],
      }),
    );

  const send = async (values: z.output<typeof schema>): Promise<void> => {
    const file = chosen?.file;
    if (!file) return;
    setIsNotSent(false);
    const endOfDay = Date.parse(`${values.day}T23:59:59`);
    const { data } = await api(bounceRoutes.reportBounces, {
      body: {
        name: values.name,
        sent: {
          list_id: list.id,
          categories: shown.filter((status) => values[status]),
          at: new Date(Math.min(endOfDay, Date.now())).toISOString(),
        },
        file: { name: file.name, size: file.size },
      },
    });
    if (!data.upload) throw new TypeError('The response has no URL to upload the file to');
    setShare(0);
    try {
      const { signal } = upload.current;
      await sendFile({ upload: data.upload, file, signal, onProgress: setShare });
    } catch (failure) {
      setShare(undefined);
      // Delete the report, because it would otherwise wait for its file.
      await api(bounceRoutes.deleteBounceReport, { params: { id: data.id } }).catch(
        () => undefined,
      );
      if (!(failure instanceof SendError)) throw failure;
      return setIsNotSent(true);
    }
    await queries.invalidateQueries(bounceReportsQuery(api, list.id));
    onClose();
  };

  return (
    <Modal open onClose={onClose} title={t('bounces.dialog.title')} text={t('bounces.dialog.text')}>
      <Form schema={schema} onSubmit={send}>
        <div>
          <div
            className={styles.zone}
            data-over={isDragOver}
            onDragOver={() => setIsDragOver(true)}
            onDragLeave={() => setIsDragOver(false)}
            onDrop={({ dataTransfer: { files } }) => {
              setIsDragOver(false);
              if (files[0]) choose(files[0]);
            }}
          >
            {/* Covers the drop zone, so that a click on the zone opens the file picker. */}
            <input
              type="file"
              aria-label={t('bounces.dialog.choose')}
              aria-describedby={fileId}
              accept={ACCEPTED_BOUNCE_EXTENSIONS.join()}
              onChange={({ target }) => {
                if (target.files?.[0]) choose(target.files[0]);
                // Reset the input, so that the same file can be chosen again.
                target.value = '';
              }}
            />
            <Icon name="file" size={24} />
            <p id={fileId}>
              <strong>{chosen ? chosen.name : t('bounces.dialog.drop')}</strong>
              <span className="small">{t('bounces.dialog.hint', { size })}</span>
            </p>
          </div>
          <div role="alert">
            {chosen?.problem !== undefined && <FieldError message={chosen.problem} />}
            {isNotSent && <FieldError message={t('bounces.dialog.notSent')} />}
          </div>
        </div>
        <fieldset className={styles.boxes}>
          <legend>{t('bounces.dialog.categories')}</legend>
          {shown.map((status) => (
            <CheckboxField
              key={status}
              name={status}
              label={t('bounces.dialog.category', {
                name: t(`checks.verdict.${status}`),
                count: list[KIND_BY_STATUS[status]],
              })}
              defaultChecked={status === 'deliverable'}
            />
          ))}
        </fieldset>
        <TextField
          label={t('bounces.dialog.day')}
          name="day"
          type="date"
          {...limits}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <TextField
          label={t('bounces.dialog.name')}
          name="name"
          autoComplete="off"
          value={
            ownName ??
            [list.file_name, day && format.day(day)].join(', ').slice(-MAX_LIST_NAME_LENGTH)
          }
          onChange={({ target }) => setOwnName(target.value)}
        />
        <p role="status" className={chosen && !chosen.file ? 'small' : 'hidden'}>
          {chosen && !chosen.file && !chosen.problem && t('bounces.dialog.converting')}
          {share !== undefined && t('bounces.dialog.sending')}
        </p>
        {share !== undefined && <progress value={share} aria-label={t('bounces.dialog.sending')} />}
        <ModalActions onCancel={onClose}>
          <SubmitButton disabled={!chosen?.file}>{t('bounces.dialog.send')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
