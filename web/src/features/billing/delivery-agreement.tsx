import { useTranslation } from 'react-i18next';
import {
  billingRoutes,
  deliveryAgreement,
  type PlanRow,
} from '../../../../shared/contract/billing.ts';
import { DELIVERY_AGREEMENT } from '../../../../shared/model/delivery-agreement.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form, HiddenField, SubmitButton } from '../../ui/form/form.tsx';
import { ModalActions } from '../../ui/dialog/modal.tsx';

interface Props {
  plan: PlanRow;
  onCancel: () => void;
}

/** The box by which a consumer asks for delivery at once; once it is ticked, the payment opens. */
export function DeliveryAgreement({ plan, onCancel }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const language = currentLanguage();
  return (
    <Form
      schema={deliveryAgreement}
      onSubmit={async (body) => {
        const { data } = await api(billingRoutes.agreeDelivery, { body });
        location.assign(data.payment_url);
      }}
    >
      <HiddenField name="plan_id" value={plan.id} />
      <HiddenField name="version" value={DELIVERY_AGREEMENT.version} />
      <HiddenField name="language" value={language} />
      <CheckboxField name="agreed" label={DELIVERY_AGREEMENT[language]} />
      <p>{t('billing.delivery.confirmed')}</p>
      <ModalActions onCancel={onCancel}>
        <SubmitButton>{t('billing.delivery.submit')}</SubmitButton>
      </ModalActions>
    </Form>
  );
}
