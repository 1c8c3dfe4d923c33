import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_ROWS } from '../../../../../shared/model/upload-limits.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { WATCH_INTERVALS } from '../../../../../shared/model/watch.ts';
import { useApi } from '../../../lib/api.ts';
import { useMe } from '../../../lib/me.ts';
import { usePackOffer } from '../../../lib/price.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { typedNumberSchema } from '../../../ui/form/typed-number.ts';

const { body } = listRoutes.watchList;
const schema = z.extend(body, { max_credits: z.pipe(typedNumberSchema, body.shape.max_credits) });

/** Spare credits in the proposed maximum. */
const SPARE_CREDITS = 100;

interface Props {
  list: ListDetail;
  costs: NonNullable<ListDetail['watch_costs']>;
  refresh: () => Promise<void>;
  onClose: () => void;
}

export function WatchDialog({ list, costs, refresh, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { available_credit: available } = useMe();
  const [every, setEvery] = useState(list.watch?.every ?? 'month');
  const { max_credits: limit = 0 } = list.watch ?? {};
  const format = useFormat();
  const typicalCost = Number(costs.typical[every].toPrecision(2));
  const price = usePackOffer(typicalCost)?.price;
  const usual = format.number(typicalCost);
  return (
    <Modal open onClose={onClose} title={t('watch.title')} text={t('watch.text')}>
      <Form
        schema={schema}
        onSubmit={async (values) => {
          await api(listRoutes.watchList, { params: { id: list.id }, body: values });
          onClose();
          await refresh();
        }}
      >
        <SelectField
          label={t('watch.every')}
          name="every"
          value={every}
          options={WATCH_INTERVALS.map((each) => [each, t(`list.watch.each.${each}`)])}
          onChoose={setEvery}
        />
        <p>
          {t('watch.costs', {
            usual: price ? `${usual} (${price})` : usual,
            most: costs[every],
          })}
        </p>
        <details className="muted">
          <summary>{t('watch.rule')}</summary>
          {t('watch.ruleText')}
        </details>
        {available < costs.check && (
          <Notice tone="risky">{t('watch.few', { credits: available })}</Notice>
        )}
        <TextField
          label={t('watch.most')}
          hint={t('watch.mostHint', { credits: costs.check })}
          name="max_credits"
          type="number"
          inputMode="numeric"
          min={1}
          defaultValue={
            limit < costs.check ? Math.min(MAX_ROWS, costs.check + SPARE_CREDITS) : limit
          }
        />
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t('watch.confirm')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
