import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { useApi } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlView } from '../../lib/url-view.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { Figures } from '../../ui/table/figures.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import type { AdjustmentTarget } from './adjust-dialog.tsx';
import { type UserDetails, type UserOwnedList, userQuery, userViewSchema } from './queries.ts';
import { fullNameOf, StatusSwitch } from './status-switch.tsx';
import { UserLists } from './user-lists.tsx';
import type { AdjustmentRow, PaymentRow } from '../../../../shared/contract/admin.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PaymentTable } from './payment-table.tsx';

// Lazily loaded, because few visits of the page need them.
const AdjustDialog = lazy(async () => ({
  default: (await import('./adjust-dialog.tsx')).AdjustDialog,
}));
const ResetFactors = lazy(async () => ({
  default: (await import('./reset-factors.tsx')).ResetFactorsDialog,
}));

interface Props {
  rows: readonly PaymentRow[];
  onRefund: (payment: PaymentRow) => void;
}

function Payments({ rows, onRefund }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const statusOf = ({ status, gone_cents, disputes }: PaymentRow): string => {
    const open = disputes.find(({ state }) => state === 'held');
    const cents = open?.cents ?? gone_cents;
    const label = t(`billing.status.${status}`);
    return cents > 0 ? `${label} (${format.euros(cents)})` : label;
  };
  return (
    <Card title={t('admin.user.payments')}>
      <PaymentTable
        rows={rows}
        formatDate={(at) => format.moment(at, '1970-01-01')}
        columns={[
          {
            label: t('billing.invoices.invoice'),
            cell: ({ invoice_number, stripe_url, list_id }) => (
              <>
                {invoice_number}
                <div className="wrap small">
                  {stripe_url !== null && (
                    <ExternalLink href={stripe_url}>{t('admin.user.atStripe')}</ExternalLink>
                  )}
                  {list_id !== null && <Link to={`?file=${list_id}`}>{t('admin.lists.one')}</Link>}
                </div>
              </>
            ),
          },
          {
            label: t('admin.users.status'),
            wide: true,
            cell: (payment) => (
              <>
                {statusOf(payment)}
                <FraudWarning payment={payment} />
              </>
            ),
          },
          {
            label: t('lists.action'),
            action: true,
            cell: (payment) =>
              payment.refundable &&
              payment.gone_cents < payment.price_cents && (
                <Button
                  variant="quiet"
                  aria-label={t('admin.adjust.refundOf', { date: format.date(payment.date) })}
                  onClick={() => onRefund(payment)}
                >
                  {t('admin.adjust.refund')}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}

function FraudWarning({ payment }: { payment: PaymentRow }) {
  const { t } = useTranslation();
  const { fraud_warnings, refund_advised } = payment;
  if (fraud_warnings.length === 0) return null;
  const warnings = fraud_warnings.map((type) => t(`admin.fraud.${type}`)).join(', ');
  return (
    <p className={refund_advised ? 'small toned' : 'small'} data-tone="invalid">
      {t(refund_advised ? 'admin.fraud.refund' : 'admin.fraud.reported', { what: warnings })}
    </p>
  );
}

function Adjustments({ rows }: { rows: readonly AdjustmentRow[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card title={t('admin.adjust.title')}>
      <DataTable
        caption={t('admin.adjust.title')}
        columns={[
          {
            label: t('lists.action'),
            heading: true,
            cell: ({ kind, credits, cents, state }) => {
              const action = t(`admin.adjust.done.${kind}`, {
                count: credits,
                price: format.euros(cents ?? 0),
              });
              return state === 'done' ? action : `${action} (${t(`admin.adjust.state.${state}`)})`;
            },
          },
          { label: t('admin.adjust.reason'), wide: true, cell: ({ reason }) => reason },
          {
            label: t('admin.adjust.by'),
            cell: ({ by }) => (by === 'command' ? t('admin.adjust.command') : by),
          },
          {
            label: t('billing.invoices.date'),
            sorted: 'descending',
            cell: ({ at }) => <time dateTime={at}>{format.date(at)}</time>,
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={t('admin.adjust.none')}
      />
    </Card>
  );
}

export function UserView({ statusOf }: { statusOf: (list: UserOwnedList) => ReactNode }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { view } = useUrlView(userViewSchema);
  const user = useQuery(userQuery(useApi(), id, view));
  const [action, setAction] = useState<AdjustmentTarget>();
  const [isResetting, setIsResetting] = useState(false);
  const { data: details } = user;
  const isMissing = user.error instanceof ApiError && [403, 404].includes(user.error.status);
  const canReset = details?.profile.has_factors && details.profile.factor_reset_at === null;
  const name = details ? fullNameOf(details.profile) : t('admin.user.title');
  const { available, reserved, held = 0, debt = 0 } = details?.balance ?? {};
  return (
    <>
      <p>
        <Link to={paths.adminDashboard}>‹ {t('admin.user.all')}</Link>
      </p>
      <PageHeading title={name} />
      {isMissing ? (
        <p className="panel">{t('admin.user.missing')}</p>
      ) : (
        <QueryContent query={user} failed={t('admin.user.failed')}>
          <Figures
            figures={[
              [t('admin.user.available'), available],
              [t('admin.user.reserved'), reserved],
              [t('admin.user.used'), details?.profile.used_credit],
              ...(held > 0 ? [[t('admin.user.held'), held] as const] : []),
              ...(debt > 0 ? [[t('admin.user.debt'), debt] as const] : []),
            ]}
          />
          {details && (
            <>
              <p className="muted">{details.free_answers}</p>
              <Card
                title={t('admin.user.account')}
                aside={
                  <div className="wrap">
                    <StatusSwitch user={{ ...details.profile, id }} />
                    {canReset && (
                      <Button onClick={() => setIsResetting(true)}>
                        {t('admin.factors.remove')}
                      </Button>
                    )}
                    <Button onClick={() => setAction({})}>{t('admin.adjust.change')}</Button>
                  </div>
                }
              >
                <Profile profile={details.profile} />
              </Card>
              <UserLists
                details={details}
                statusOf={statusOf}
                onReplace={(list) => setAction({ list })}
              />
              <Payments rows={details.payments} onRefund={(payment) => setAction({ payment })} />
              <Adjustments rows={details.adjustments} />
              <Suspense>
                {isResetting && (
                  <ResetFactors id={id} name={name} onClose={() => setIsResetting(false)} />
                )}
                {action && (
                  <AdjustDialog
                    id={id}
                    name={name}
                    action={action}
                    details={details}
                    onClose={() => setAction(undefined)}
                  />
                )}
              </Suspense>
            </>
          )}
        </QueryContent>
      )}
    </>
  );
}

function Profile({ profile }: { profile: UserDetails['profile'] }) {
  const { t, i18n } = useTranslation();
  const languageNames = new Intl.DisplayNames(i18n.language, { type: 'language' });
  const format = useFormat();
  const { plan_version: version, stripe_customer_id: customer, factor_reset_at: resetAt } = profile;
  const facts = [
    [t('admin.user.signedUp'), format.date(profile.created_at)],
    [t('admin.user.active'), format.date(profile.last_active_at)],
    [t('common.preferences.language'), languageNames.of(profile.language)],
    [t('layout.conditions.title'), profile.terms_accepted === 0 && t('admin.user.notAccepted')],
    [
      t('admin.user.plan'),
      version
        ? t(`billing.pricing.credits${version.interval === 'year' ? 'Yearly' : 'Monthly'}`, {
            count: version.credits,
          })
        : t('admin.user.noPlan'),
    ],
    [
      t('admin.factors.removal'),
      resetAt !== null && format.moment(resetAt, new Date().toISOString()),
    ],
    [t('admin.user.stripe'), customer && <code className="small">{customer}</code>],
  ] as const;
  return (
    <FactList>
      <Fact wide label={t('account.email')}>
        {profile.email}
      </Fact>
      {facts.map(
        ([label, value]) =>
          value && (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
      )}
    </FactList>
  );
}
