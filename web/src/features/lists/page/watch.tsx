import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { RowFilter } from '../../../../../shared/contract/list-rows.ts';
import { MAX_ROWS } from '../../../../../shared/model/upload-limits.ts';
import { type ListDetail, listRoutes } from '../../../../../shared/contract/lists.ts';
import { WATCH_INTERVALS } from '../../../../../shared/model/watch.ts';
import { sharedText } from '../../../i18n/i18n.ts';
import { useApi } from '../../../lib/api.ts';
import { useMe } from '../../../lib/me.ts';
import { usePackOffer } from '../../../lib/price.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Picture } from '../../../ui/chart/picture.tsx';
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { typedNumber } from '../../../ui/form/typed-number.ts';
import styles from './list-page.module.css';

const { body } = listRoutes.watchList;
const schema = z.extend(body, { max_credits: z.pipe(typedNumber, body.shape.max_credits) });

/** As many addresses as a call adds do not end the watch that is proposed. */
const ROOM = 100;

interface Props {
  list: ListDetail;
  onChoose: ((only: RowFilter) => void) | undefined;
}

/** Has a list checked again from time to time, and says how that went. */
export function WatchPanel({ list, onChoose }: Props) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { watch, watch_costs: costs, checks = [] } = list;
  if (!costs || (costs.check === 0 && !watch)) return null;
  const refresh = () => queries.invalidateQueries({ queryKey: ['list', list.id] });
  const last = checks.at(-1);
  const isOn = watch?.stopped === null;
  const isShort = isOn && watch.max_credits < costs.check;
  return (
    <>
      <div className={`panel ${styles.panel} ${styles.recheck}`}>
        <div className={styles.status}>
          <p className={styles.word}>{t(isOn ? 'list.watch.on' : 'list.watch.title')}</p>
          <p className="muted">
            {isOn
              ? t('list.watch.next', {
                  every: t(`list.watch.each.${watch.every}`),
                  date: date(watch.next_at ?? list.created_at),
                })
              : watch?.stopped
                ? t('list.watch.stopped', { why: sharedText(`watch.${watch.stopped}`) })
                : t('list.watch.text')}
          </p>
          {isOn && last && (
            <p className="muted">
              {t(last.changed === 0 ? 'list.watch.same' : 'list.watch.found', {
                ...last,
                date: date(last.end_date),
              })}
            </p>
          )}
          {isShort && (
            <Notice tone="risky">
              {t('list.watch.short', { credits: costs.check, limit: watch.max_credits })}
            </Notice>
          )}
        </div>
        <div className="wrap">
          {isShort && <Button onClick={() => setAsking(true)}>{t('list.watch.raise')}</Button>}
          {last !== undefined && last.changed > 0 && onChoose && (
            <Button onClick={() => onChoose({ only: 'changed' })}>{t('list.watch.show')}</Button>
          )}
          {isOn ? (
            <ConfirmButton
              button={{ children: t('list.watch.end') }}
              title={t('list.watch.endTitle')}
              text={t('list.watch.endText')}
              confirm={t('list.watch.end')}
              call={() => api(listRoutes.unwatchList, { params: { id: list.id } })}
              onDone={refresh}
            />
          ) : (
            <Button onClick={() => setAsking(true)}>{t('list.watch.ask')}</Button>
          )}
        </div>
      </div>
      {checks.length > 1 && <Checks checks={checks} />}
      {asking && <WatchDialog {...{ list, costs, refresh }} onClose={() => setAsking(false)} />}
    </>
  );
}

interface DialogProps {
  list: ListDetail;
  costs: NonNullable<ListDetail['watch_costs']>;
  refresh: () => Promise<void>;
  onClose: () => void;
}

/** Says what it may cost at most before it begins. */
function WatchDialog({ list, costs, refresh, onClose }: DialogProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { available_credit: available } = useMe();
  const [every, setEvery] = useState(list.watch?.every ?? 'month');
  const { max_credits: limit = 0 } = list.watch ?? {};
  const most = useFormat().number(costs[every]);
  const price = usePackOffer(costs[every])?.price;
  return (
    <Modal open onClose={onClose} title={t('list.watch.askTitle')} text={t('list.watch.askText')}>
      <Form
        schema={schema}
        onSubmit={async (wanted) => {
          await api(listRoutes.watchList, { params: { id: list.id }, body: wanted });
          onClose();
          await refresh();
        }}
      >
        <SelectField
          label={t('list.watch.every')}
          name="every"
          value={every}
          onChange={({ target }) =>
            setEvery(WATCH_INTERVALS.find((each) => each === target.value) ?? 'month')
          }
        >
          {WATCH_INTERVALS.map((each) => (
            <option key={each} value={each}>
              {t(`list.watch.each.${each}`)}
            </option>
          ))}
        </SelectField>
        <p>{t('list.watch.costs', { most: price ? `${most} (${price})` : most })}</p>
        <details className="muted">
          <summary>{t('list.watch.rule')}</summary>
          {t('list.watch.ruleText')}
        </details>
        {available < costs.check && (
          <Notice tone="risky">{t('list.watch.few', { credits: available })}</Notice>
        )}
        <TextField
          label={t('list.watch.most')}
          hint={t('list.watch.mostHint', { credits: costs.check })}
          name="max_credits"
          type="number"
          inputMode="numeric"
          min={1}
          defaultValue={limit < costs.check ? Math.min(MAX_ROWS, costs.check + ROOM) : limit}
        />
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t('list.watch.confirm')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** What the list came to after each check. */
function Checks({ checks }: { checks: NonNullable<ListDetail['checks']> }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <Picture
      title={t('list.watch.history')}
      series={(['valid', 'gone', 'gained'] as const).map((name) => ({
        kind: name === 'valid' ? 'line' : 'bars',
        title: t(`list.watch.${name}`),
        columns: checks.map((check) => [check[name]]),
      }))}
      names={checks.map(({ end_date }) => date(end_date))}
      of={t('list.watch.date')}
    />
  );
}
