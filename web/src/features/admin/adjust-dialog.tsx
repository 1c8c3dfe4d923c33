import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { adminRoutes, type PaymentRow } from '../../../../shared/contract/admin.ts';
import {
  MAX_GIFT_CREDITS,
  MAX_ADJUSTMENT_REASON_LENGTH,
  creditsForShare,
} from '../../../../shared/model/credits.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { parseTypedNumber } from '../../ui/form/typed-number.ts';
import {
  replaceableCredits,
  type UserDetails,
  type UserOwnedList,
  USERS_QUERY_KEY,
} from './queries.ts';

/** A payment to refund, a list to re-credit, or neither for a gift or correction. */
export interface AdjustmentTarget {
  readonly payment?: PaymentRow;
  readonly list?: UserOwnedList;
}

interface Props {
  id: string;
  name: string;
  action: AdjustmentTarget;
  details: UserDetails;
  onClose: () => void;
}

/** Each dialog has a `request` id, so that submitting it again has no further effect. */
export function AdjustDialog({ id, name, action: { payment, list }, details, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const { adjustments, balance } = details;
  const [request] = useState(() => crypto.randomUUID());
  const maxAmount = payment
    ? (payment.price_cents - payment.gone_cents) / 100
    : list
      ? replaceableCredits(list, adjustments)
      : MAX_GIFT_CREDITS;
  const [keepsCredits, setKeepsCredits] = useState(false);
  const [typed, setTyped] = useState(payment ? String(maxAmount) : '');

  const amountOf = (text: string): number =>
    payment ? Number(text.replace(',', '.')) : (parseTypedNumber(text.replace('−', '-')) ?? 0);
  const isValid = (value: number): boolean =>
    payment
      ? Math.round(value * 100) > 0 && value <= maxAmount
      : Number.isInteger(value) &&
        value !== 0 &&
        value >= (list ? 0 : -balance.available) &&
        value <= maxAmount;
  const amount = amountOf(typed);
  const cents = Math.round(amount * 100);
  const valid = isValid(amount);
  const change = payment
    ? keepsCredits
      ? 0
      : payment.gone_credits - creditsClawedBack(payment, cents)
    : amount;
  const balanceAfter = balance.available - balance.debt + change;
  const kind = payment ? 'refund' : list ? 'replacement' : amount < 0 ? 'correction' : 'gift';
  const schema = z.object({
    amount: z.string().check(
      z.refine((text) => isValid(amountOf(text)), {
        error: ({ input }) =>
          !payment && !list && amountOf(String(input)) < -balance.available
            ? t('admin.adjust.mostTaken', { credits: balance.available })
            : undefined,
      }),
    ),
    reason: adminRoutes.giveCredits.body.shape.reason,
  });

  const send = async ({ reason }: { reason: string }): Promise<void> => {
    if (payment)
      await api(adminRoutes.refundPurchase, {
        body: { id, request, payment_id: payment.id, cents, keep_credits: keepsCredits, reason },
      });
    else
      await api(adminRoutes.giveCredits, {
        body: { id, request, credits: amount, reason, ...(list && { file_id: list.id }) },
      });
    toast.success(t(`admin.adjust.told.${kind}`));
    onClose();
    await queries.invalidateQueries({ queryKey: USERS_QUERY_KEY });
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={
        payment
          ? t('admin.adjust.refundOf', { date: format.date(payment.date) })
          : list
            ? t('admin.adjust.replacementOf', { name: list.file_name })
            : t('admin.adjust.change')
      }
      text={t(`admin.adjust.text.${kind}`, { name })}
    >
      <Form schema={schema} onSubmit={send}>
        <TextField
          name="amount"
          label={payment ? t('admin.adjust.euros') : t('billing.invoices.credits')}
          hint={t(
            payment || list || !balance.available ? 'admin.adjust.most' : 'admin.adjust.between',
            {
              most: payment ? format.euros(maxAmount * 100) : format.number(maxAmount),
              available: format.number(balance.available),
            },
          )}
          inputMode={payment || list ? 'decimal' : 'text'}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {payment && (
          <SelectField
            label={t('billing.invoices.credits')}
            value={String(keepsCredits)}
            options={[
              ['false', t('admin.adjust.back')],
              ['true', t('admin.adjust.keep')],
            ]}
            onChoose={(value) => setKeepsCredits(value === 'true')}
          />
        )}
        <TextField
          name="reason"
          label={t('admin.adjust.reason')}
          maxLength={MAX_ADJUSTMENT_REASON_LENGTH}
          autoComplete="off"
        />
        <p role="status">
          {valid &&
            t(balanceAfter < 0 ? 'admin.adjust.owed' : 'admin.adjust.after', {
              change: format.signed(change),
              after: format.number(Math.abs(balanceAfter)),
            })}
        </p>
        <ModalActions onCancel={onClose}>
          <SubmitButton>
            {payment && valid
              ? t('admin.adjust.refundSum', { price: format.euros(cents) })
              : t(`admin.adjust.${kind}`)}
          </SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** Returns the total credits that have been taken back once `cents` more are refunded. */
const creditsClawedBack = (
  { no_of_credit, price_cents, gone_cents, kept_cents }: PaymentRow,
  cents: number,
): number =>
  creditsForShare({ credits: no_of_credit, cents: price_cents }, gone_cents - kept_cents + cents);
