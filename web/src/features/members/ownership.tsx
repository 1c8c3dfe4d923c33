import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberRoutes, type Members } from '../../../../shared/contract/members.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { refreshMe } from '../../lib/me-query.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldRow } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';

interface Props {
  team: Members;
  /** Shows the team after a change, and confirms the change. */
  show: (answer: { readonly data: Members }, done: string) => void;
  /** Called with the former owner after a transfer. */
  onFormer: (member: Members['members'][number]) => void;
}

/**
 * The offer of the account: the owner makes or withdraws it, an administrator accepts or declines
 * it.
 */
export function Ownership({ team: { members, sso, transfer }, show, onFormer }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { account_role: role, email } = useMe();
  const offered = members.find(({ id }) => id === transfer?.to);
  if (offered && transfer && offered.email === email) {
    const owner = members.find((each) => each.role === 'owner');
    return (
      <Answer
        sso={sso}
        show={show}
        onAccepted={({ data }) => {
          const former = data.members.find((each) => each.email === owner?.email);
          if (former) onFormer(former);
        }}
      />
    );
  }
  if (role !== 'owner') return <p>{t('members.owner.toOther')}</p>;
  if (!offered || !transfer) return <Offer members={members} show={show} />;
  return (
    <>
      <p>
        {t('members.owner.offered', {
          name: offered.name,
          date: format.date(transfer.expires_at),
        })}
      </p>
      <Withdraw id={offered.id} show={show} />
    </>
  );
}

function Offer({ members, show }: Pick<Members, 'members'> & Pick<Props, 'show'>) {
  const { t } = useTranslation();
  const api = useApi();
  const admins = members.filter(({ role }) => role === 'admin');
  const [chosen, setChosen] = useState<string>();
  const admin = admins.find(({ id }) => id === chosen) ?? admins[0];
  if (!admin) return <p>{t('members.owner.none')}</p>;
  return (
    <>
      <p>{t('members.owner.lead')}</p>
      <FieldRow>
        <SelectField
          label={t('members.owner.next')}
          options={admins.map(({ id, name }) => [id, name] as const)}
          value={admin.id}
          onChoose={setChosen}
        />
      </FieldRow>
      <div>
        <ConfirmButton
          button={{ variant: 'secondary', children: t('members.owner.offer') }}
          title={t('members.owner.question', { name: admin.name })}
          text={t('members.owner.text', { name: admin.name })}
          confirm={t('members.owner.offer')}
          call={() =>
            api(memberRoutes.changeMember, { params: { id: admin.id }, body: { role: 'owner' } })
          }
          onDone={(answer) => show(answer, t('members.owner.sent'))}
        />
      </div>
    </>
  );
}

function Withdraw({ id, show }: Pick<Props, 'show'> & { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  return (
    <div>
      <ConfirmButton
        button={{ variant: 'secondary', children: t('members.owner.withdraw') }}
        title={t('members.owner.withdrawQuestion')}
        text={t('members.owner.withdrawText')}
        confirm={t('members.owner.withdraw')}
        call={() => api(memberRoutes.changeMember, { params: { id }, body: { role: 'admin' } })}
        onDone={(answer) => show(answer, t('members.owner.withdrawn'))}
      />
    </div>
  );
}

function Answer({
  sso,
  show,
  onAccepted,
}: Pick<Members, 'sso'> &
  Pick<Props, 'show'> & { onAccepted: (answer: { readonly data: Members }) => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { account_name: account, email } = useMe();
  const [keepsSso, setKeepsSso] = useState(false);
  const answer = (accept: boolean) =>
    api(memberRoutes.answerTransfer, {
      body: accept
        ? { accept, terms_accepted: 1, ...(keepsSso && { keep_sso: true }) }
        : { accept },
    });
  const { domain } = sso ?? {};
  const isAtDomain = domain !== undefined && email.toLowerCase().endsWith(`@${domain}`);
  return (
    <>
      <p>{t('members.owner.yours', { account })}</p>
      <FieldRow>
        <ConfirmButton
          button={{ variant: 'primary', children: t('members.owner.accept') }}
          title={t('members.owner.acceptQuestion', { account })}
          text={t('members.owner.acceptText')}
          details={
            isAtDomain ? (
              <CheckboxField
                label={t('members.owner.keepSso', { domain })}
                checked={keepsSso}
                onChange={({ target }) => setKeepsSso(target.checked)}
              />
            ) : (
              sso && <p>{t('members.owner.endsSso', { domain: sso.domain })}</p>
            )
          }
          confirm={t('members.owner.accept')}
          variant="primary"
          call={() => answer(true)}
          onDone={(given) => {
            show(given, t('members.owner.accepted', { account }));
            onAccepted(given);
            return refreshMe(queries);
          }}
        />
        <ConfirmButton
          button={{ variant: 'secondary', children: t('members.owner.decline') }}
          title={t('members.owner.declineQuestion')}
          text={t('members.owner.declineText')}
          confirm={t('members.owner.decline')}
          call={() => answer(false)}
          onDone={(given) => show(given, t('members.owner.declined'))}
        />
      </FieldRow>
    </>
  );
}

/** The setting whether everyone needs a second factor. Only a person who has one can require it. */
export function RequiredFactor({ team, onChanged }: { team: Members; onChanged: () => unknown }) {
  const { t } = useTranslation();
  const api = useApi();
  const isRequired = team.requires_factor;
  const lacking = team.members.filter((member) => !member.has_factor).length;
  const state = isRequired ? 'on' : 'off';
  return (
    <>
      <p>{t(`members.factor.${state}`, { count: lacking })}</p>
      <div>
        <ConfirmButton
          button={{ variant: 'secondary', children: t(`members.factor.${state}Action`) }}
          title={t(`members.factor.${state}Question`)}
          text={t(`members.factor.${state}Text`)}
          confirm={t(`members.factor.${state}Action`)}
          variant={isRequired ? 'danger' : 'primary'}
          call={() => api(memberRoutes.editAccount, { body: { requires_factor: !isRequired } })}
          onDone={onChanged}
        />
      </div>
    </>
  );
}
