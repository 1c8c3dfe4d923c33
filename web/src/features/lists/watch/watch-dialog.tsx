import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_ROWS } from '../../../../../shared/model/upload-limits.ts';
import { type ApplyJob, connectionRoutes } from '../../../../../shared/contract/connections.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { MARKED_STATUSES } from '../../../../../shared/model/connections/apply-actions.ts';
import { SERVICE_TITLES } from '../../../../../shared/model/connections/service-name.ts';
import { WATCH_INTERVALS } from '../../../../../shared/model/watch.ts';
import { useApi } from '../../../lib/api.ts';
import { useMay, useMe } from '../../../lib/me.ts';
import { usePackOffer } from '../../../lib/price.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Modal, ModalActions } from '../../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
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

/**
 * Returns the actions that the dialog offers an administrator: the watch's, or otherwise the last
 * job's.
 */
function useOfferedActions({ id, connection, watch }: ListDetail): ApplyJob['actions'] | undefined {
  const api = useApi();
  const mayApply = useMay()('admin') && connection !== undefined;
  const { data: last } = useQuery({
    queryKey: ['list', id, 'last-job'],
    queryFn: async ({ signal }) =>
      (await api(connectionRoutes.listApplyJobs, { query: { list_id: id } }, { signal })).data
        .jobs[0] ?? null,
    enabled: mayApply && !watch?.actions,
  });
  const isUndone = last?.state === 'undoing' || last?.state === 'undone';
  return mayApply ? (watch?.actions ?? (isUndone ? undefined : last?.actions)) : undefined;
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
  const actions = useOfferedActions(list);
  const [isApplied, setIsApplied] = useState(list.watch?.actions !== undefined);
  const service = list.connection && SERVICE_TITLES[list.connection.service];
  return (
    <Modal open onClose={onClose} title={t('watch.title')} text={t('watch.text')}>
      <Form
        schema={schema}
        onSubmit={async (values) => {
          await api(listRoutes.watchList, {
            params: { id: list.id },
            body: { ...values, ...(isApplied && actions && { actions }) },
          });
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
        {service && <p>{t('watch.contacts', { service })}</p>}
        {service && actions && (
          <>
            <CheckboxField
              label={t('watch.apply', { service })}
              checked={isApplied}
              onChange={(event) => setIsApplied(event.target.checked)}
            />
            {MARKED_STATUSES.filter((status) => actions[status].length > 0).map((status) => (
              <p key={status} className="muted">
                {t('watch.changes', {
                  verdict: t(`checks.verdict.${status}`),
                  what: actions[status].map((each) => t(`watch.action.${each}`)).join(', '),
                })}
              </p>
            ))}
          </>
        )}
        {list.watch?.actions && !actions && <Notice tone="risky">{t('watch.applyEnds')}</Notice>}
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t('watch.confirm')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
