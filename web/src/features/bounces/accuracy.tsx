import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bounceRoutes } from '../../../../shared/contract/bounces.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { wilsonInterval } from '../../../../shared/model/bounces/wilson.ts';

/** Shows administrators how often each verdict was followed by a hard bounce. */
export function MeasuredAccuracyCard() {
  const { t } = useTranslation();
  const { rate } = useFormat();
  const api = useApi();
  const accuracy = useQuery({
    queryKey: ['accuracy'],
    queryFn: async ({ signal }) => (await api(bounceRoutes.getAccuracy, {}, { signal })).data,
  });
  const { reports = 0, statuses } = accuracy.data ?? {};
  if (accuracy.isPending) return null;
  return (
    <Card title={t('bounces.accuracy.title')}>
      <QueryContent query={accuracy} failed={t('bounces.accuracy.failed')}>
        {statuses?.length === 0 ? (
          <p className="muted">{t('bounces.accuracy.none')}</p>
        ) : (
          <>
            <p className="muted">{t('bounces.accuracy.text', { reports })}</p>
            <DataTable
              caption={t('bounces.accuracy.title')}
              columns={[
                {
                  label: t('bounces.accuracy.verdict'),
                  heading: true,
                  cell: ({ status }) => t(`checks.verdict.${status}`),
                },
                { label: t('bounces.accuracy.sent'), numeric: true, cell: ({ sent }) => sent },
                {
                  label: t('bounces.accuracy.bounced'),
                  numeric: true,
                  cell: ({ bounced }) => bounced,
                },
                {
                  label: t('bounces.accuracy.share'),
                  numeric: true,
                  cell: ({ bounced, sent }) => rate(bounced / sent),
                },
                {
                  label: t('bounces.accuracy.interval'),
                  numeric: true,
                  cell({ bounced, sent }) {
                    const [low, high] = wilsonInterval(bounced, sent);
                    return t('bounces.accuracy.from', { low: rate(low), high: rate(high) });
                  },
                },
              ]}
              rows={statuses}
              keyOf={({ status }) => status}
              empty={t('bounces.accuracy.none')}
            />
          </>
        )}
      </QueryContent>
    </Card>
  );
}
