import { describe, expect, it } from 'vitest';
import { billingStage } from '../../../tests/support/billing-stage.ts';
import { call } from '../../../tests/support/call.ts';
import type { Person } from '../../../tests/support/people.ts';
import { DELIVERY_AGREEMENT } from '../../../shared/model/delivery-agreement.ts';
import { routes } from '../../../tests/support/routes.ts';
import { collectData } from '../../privacy/collect-data.ts';

const stage = billingStage({ settings: { CUSTOMERS: 'consumers' } });
const NAME = 'Ada Martin';

const agree = async (who: Person, planId: string): Promise<string> => {
  const { version } = DELIVERY_AGREEMENT;
  const body = { plan_id: planId, agreed: true, version, language: 'fr' };
  const parts = { headers: who.headers, body, sourceIp: '192.0.2.7' };
  const agreed = await call(stage.context(), routes.agreeDelivery, parts);
  expect(agreed.status).toBe(200);
  return String(agreed.body.data?.['payment_url']);
};
const withdraw = (who: Person, purchase_id: string) =>
  call(stage.context(), routes.withdraw, {
    headers: who.headers,
    body: { name: NAME, purchase_id },
    sourceIp: '192.0.2.8',
  });
const mailsOf = (template: string) =>
  stage.context().mails.flatMap(({ content }) => (content.template === template ? [content] : []));
const declared = ({ user }: Person) => stage.context().consents.list(user.id);
const purchaseOf = async ({ headers }: Person): Promise<string> => {
  const { data } = await stage.get(routes.billings, { headers });
  return data.data[0]?.id ?? '';
};

describe('a consumer', () => {
  it('is asked to agree to delivery at once before the payment opens', async () => {
    const ada = await stage.person();
    expect(await stage.click(ada, 'pack_1000')).toBe(
      'https://app.tamis.example/pricing-plan?agree=pack_1000',
    );
    expect(await stage.follow(await agree(ada, 'pack_1000'))).toContain('cs_');
  });

  it('has agreed by the text that was shown, which the mail after the payment confirms', async () => {
    const ada = await stage.person();
    const link = await agree(ada, 'pack_1000');
    const at = new Date(stage.context().clock.now()).toISOString();
    const text = DELIVERY_AGREEMENT.fr;
    expect(await declared(ada)).toEqual([
      {
        kind: 'delivery',
        subject: 'pack_1000',
        text,
        version: '2026-11-22',
        language: 'fr',
        at,
        ip: '192.0.2.7',
      },
    ]);
    await stage.pay(await stage.follow(link));
    await stage.deliverAll();
    expect(mailsOf('purchase')).toMatchObject([{ params: { agreed: { text, at } } }]);
  });

  it('has not agreed to another plan by it', async () => {
    const ada = await stage.person();
    const link = new URL(await agree(ada, 'pack_1000'));
    link.searchParams.set('plan', 'pack_5000');
    expect(await stage.follow(link.href)).toContain('error=expired');
    link.searchParams.set('plan', 'pack_1000');
    link.searchParams.set('agreement', 'another');
    expect(await stage.follow(link.href)).toContain('error=expired');
  });

  it('agrees to no other text, and to no plan that is not sold', async () => {
    const { headers } = await stage.person();
    const { version } = DELIVERY_AGREEMENT;
    const body = { plan_id: 'pack_1000', agreed: true, version, language: 'fr' };
    for (const [wrong, status] of [
      [{ agreed: false }, 422],
      [{ version: '2020-01-01' }, 422],
      [{ plan_id: 'pack_1' }, 404],
    ] as const) {
      const parts = { headers, body: { ...body, ...wrong } };
      const refused = await call(stage.context(), routes.agreeDelivery, parts);
      expect(refused.status).toBe(status);
    }
  });

  it('who withdraws has it acknowledged with date and time, once, and the operator is told', async () => {
    const ada = await stage.person();
    await stage.pay(await stage.follow(await agree(ada, 'pack_1000')));
    await stage.deliverAll();
    const id = await purchaseOf(ada);
    const agreedAt = new Date(stage.context().clock.now()).toISOString();
    stage.context().clock.advance(24 * 3600_000);
    const at = new Date(stage.context().clock.now()).toISOString();
    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });
    stage.context().clock.advance(60_000);
    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

    const [agreement, ...withdrawals] = await declared(ada);
    expect(agreement).toMatchObject({ kind: 'delivery' });
    expect(withdrawals).toEqual([
      { kind: 'withdrawal', subject: id, language: 'en', at, ip: '192.0.2.8' },
    ]);
    const [mail] = mailsOf('withdrawal');
    expect(mail).toMatchObject({ params: { name: NAME, purchase: id, credits: 1000, at } });
    expect(new Set(stage.mailIds().filter((each) => each.startsWith('withdrawal')))).toEqual(
      new Set([`withdrawal:${id}`]),
    );
    const [line = ''] = stage.logged('withdrawal_received');
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      purchase: id,
      delivery_agreed: agreedAt,
    });
    expect(line).not.toContain(NAME);
    const user = await stage.user(ada);
    expect(await collectData(stage.context(), user)).toMatchObject({
      declarations: [{ kind: 'delivery' }, { kind: 'withdrawal', subject: id }],
    });
  });

  it('cannot withdraw from what was not bought', async () => {
    expect(await withdraw(await stage.person(), 'nothing')).toMatchObject({ status: 404 });
  });
});
