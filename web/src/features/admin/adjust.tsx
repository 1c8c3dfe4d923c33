import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import {
  adminRoutes,
  type PaymentRow,
  type ReplaceableList,
  type UserRow,
} from '../../../../shared/contract/admin.ts';
import { MAX_GIFT_CREDITS, MAX_REASON_LENGTH, shareOf } from '../../../../shared/model/credits.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type Money, moneyKey, usersKey } from './queries.ts';
import { nameOf } from './status-switch.tsx';

/** Refund a payment, replace a list's credits or, without lists, give credits. */
export type Action =
  { readonly payment: PaymentRow } | { readonly lists: readonly ReplaceableList[] };

interface Props {
  user: UserRow;
  action: Action;
  balance: Money['balance'];
  onClose: () => void;
}

const remainingCredits = (list: ReplaceableList | undefined): number =>
  list === undefined ? MAX_GIFT_CREDITS : list.credits_charged - list.credits_replaced;

/** Shows the effect before the submit; repeating the submit has no effect. */
export function Adjust({ user, action, balance, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const payment = 'payment' in action ? action.payment : undefined;
  const lists = 'lists' in action ? action.lists : [];
  const [request] = useState(() => crypto.randomUUID());
  const [listId, setListId] = useState(lists[0]?.file_id);
  const maxAmount = payment
    ? (payment.price_cents - payment.gone_cents) / 100
    : remainingCredits(lists.find(({ file_id }) => file_id === listId));
  const [keepsCredits, setKeepsCredits] = useState(false);
  const [typed, setTyped] = useState(payment ? String(maxAmount) : '');

  const amount = Number(typed.replace(',', '.'));
  const cents = Math.round(amount * 100);
  const valid = payment
    ? cents > 0 && amount <= maxAmount
    : Number.isInteger(amount) && amount > 0 && amount <= maxAmount;
  const change = payment
    ? keepsCredits
      ? 0
      : payment.gone_credits - creditsClawedBack(payment, cents)
    : amount;
  const balanceAfter = balance.available - balance.debt + change;
  const kind = payment ? 'refund' : listId === undefined ? 'gift' : 'replacement';
  const schema = z.object({
    amount: z.string().check(z.refine(() => valid)),
    reason: adminRoutes.giveCredits.body.shape.reason,
  });

  const send = async ({ reason }: { reason: string }): Promise<void> => {
    const { id } = user;
    if (payment)
      await api(adminRoutes.refundPurchase, {
        body: { id, request, payment_id: payment.id, cents, keep_credits: keepsCredits, reason },
      });
    else
      await api(adminRoutes.giveCredits, {
        body: { id, request, credits: amount, reason, ...(listId && { file_id: listId }) },
      });
    toast.success(t(`admin.adjust.told.${kind}`));
    onClose();
    await queries.invalidateQueries({ queryKey: moneyKey(id) });
    await queries.invalidateQueries({ queryKey: usersKey });
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={t(`admin.adjust.${kind}`)}
      text={t(`admin.adjust.text.${kind}`, { name: nameOf(user) })}
    >
      <Form schema={schema} onSubmit={send}>
        {lists.length > 0 && (
          <SelectField
            label={t('admin.adjust.list')}
            value={listId}
            options={lists.map(({ file_id, file_name, created_at }) => [
              file_id,
              `${file_name}, ${format.date(created_at)}`,
            ])}
            onChoose={setListId}
          />
        )}
        <TextField
          name="amount"
          label={payment ? t('admin.adjust.euros') : t('billing.invoices.credits')}
          hint={t('admin.adjust.most', {
            most: payment ? format.euros(maxAmount * 100) : format.number(maxAmount),
          })}
          inputMode="decimal"
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
          maxLength={MAX_REASON_LENGTH}
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

/** Total credits that have been taken back once `cents` more are refunded. */
const creditsClawedBack = (
  { no_of_credit, price_cents, gone_cents, kept_cents }: PaymentRow,
  cents: number,
): number =>
  shareOf({ credits: no_of_credit, cents: price_cents }, gone_cents - kept_cents + cents);
