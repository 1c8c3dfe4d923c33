import { useCallback, useEffect, useState, useTransition } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { joinRequest, memberRoutes } from '../../../../shared/contract/members.ts';
import type { OutputOf } from '../../../../shared/contract/route.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useAppDependencies, useConfig } from '../../lib/api.ts';
import { errorMessagesOf, toastFailure } from '../../lib/failure.ts';
import { paths } from '../../lib/paths.ts';
import { linkPart, takeLink } from '../../lib/take-link.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Button } from '../../ui/button/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldRow, Form, HiddenField, noFields, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const invitationLink = z.object({ id: linkPart(), t: linkPart() });
type InvitationLink = z.output<typeof invitationLink>;
type Invitation = OutputOf<typeof memberRoutes.readInvitation>['data'];

const joinForm = z.extend(joinRequest, { agree: z.literal(true, { error: 'field.required' }) });

export function InvitationPage() {
  const { t } = useTranslation();
  const [link] = useState(() => takeLink(invitationLink));
  return (
    <>
      <PageHeading title={t('members.invitation.title')} />
      {link ? (
        <LoadedInvitation link={link} />
      ) : (
        <Notice tone="risky">{t('members.invitation.noLink')}</Notice>
      )}
    </>
  );
}

/** The invitation, and the address of the login that is active in this browser. */
interface State {
  readonly invitation?: Invitation;
  readonly current?: string | undefined;
  readonly failure?: unknown;
}

function LoadedInvitation({ link }: { link: InvitationLink }) {
  const { t } = useTranslation();
  const { api, session } = useAppDependencies();
  const [{ invitation, current, failure }, setState] = useState<State>({});
  const [answer, setAnswer] = useState<'declined' | 'blocked'>();
  const [isDeclining, startDeclining] = useTransition();
  const load = useCallback(async (): Promise<void> => {
    setState({});
    try {
      const [{ data }, me] = await Promise.all([
        api(memberRoutes.readInvitation, { body: link }),
        // An expired session is treated like no session.
        session.token() === undefined ? undefined : api(accountRoutes.me).catch(() => undefined),
      ]);
      if (me) session.rememberCsrf(me.data.csrf_token);
      setState({ invitation: data, current: me?.data.email });
    } catch (error) {
      setState({ failure: error });
    }
  }, [api, link, session]);
  useEffect(() => void load(), [load]);

  if (answer) return <Notice tone="valid">{t(`members.invitation.${answer}`)}</Notice>;
  if (failure instanceof ApiError && failure.code === 'link_expired')
    return <Notice tone="risky">{t('members.invitation.expired')}</Notice>;
  if (failure !== undefined)
    return (
      <>
        <div role="alert">
          <Notice tone="invalid">{errorMessagesOf(failure)[0]}</Notice>
        </div>
        <Button onClick={() => void load()}>{t('common.retry')}</Button>
      </>
    );
  if (!invitation) return <p aria-busy="true">{t('common.loading')}</p>;
  const { account_name: account, invited_by: by, email, role, has_login: hasLogin } = invitation;
  const decline = (block: boolean): void =>
    startDeclining(async () => {
      try {
        await api(memberRoutes.declineInvitation, { body: { ...link, block } });
        setAnswer(block ? 'blocked' : 'declined');
      } catch (error) {
        toastFailure(error);
      }
    });
  return (
    <>
      <div>
        <p>
          <strong>{t('members.invitation.text', { by, account })}</strong>
        </p>
        <p>
          {t('members.invitation.role', { role: t(`members.role.${role}`) })}
          <br />
          <span className="muted">{t(`members.may.${role}`)}</span>
        </p>
      </div>
      {current === undefined && hasLogin && <LogIn link={link} email={email} />}
      {current === undefined && !hasLogin && <Join link={link} invitation={invitation} />}
      {current?.toLowerCase() === email.toLowerCase() && <Accept link={link} account={account} />}
      {current !== undefined && current.toLowerCase() !== email.toLowerCase() && (
        <OtherLogin current={current} email={email} onLogout={load} />
      )}
      <div>
        <Button variant="quiet" wide busy={isDeclining} onClick={() => decline(false)}>
          {t('members.invitation.decline')}
        </Button>
        <Button variant="quiet" wide busy={isDeclining} onClick={() => decline(true)}>
          {t('members.invitation.block')}
        </Button>
      </div>
    </>
  );
}

/** Links to the login, which returns to the invitation, even after a second factor. */
function LogIn({ link, email }: { link: InvitationLink; email: string }) {
  const { t } = useTranslation();
  const next = `${paths.invitation}?${new URLSearchParams(link).toString()}`;
  return (
    <>
      <p>{t('members.invitation.logInText', { email })}</p>
      <PageButton variant="primary" wide to={paths.login} state={{ next, email }}>
        {t('members.invitation.logIn')}
      </PageButton>
    </>
  );
}

function Accept({ link, account }: { link: InvitationLink; account: string }) {
  const { t } = useTranslation();
  const { api, switchAccount } = useAppDependencies();
  return (
    <Form
      schema={noFields}
      onSubmit={async () => {
        const { data } = await api(memberRoutes.acceptInvitation, { body: link });
        toast.success(t('members.invitation.joined', { account }));
        switchAccount(data.account_id);
      }}
    >
      <SubmitButton wide>{t('members.invitation.accept')}</SubmitButton>
    </Form>
  );
}

interface OtherLoginProps {
  current: string;
  email: string;
  onLogout: () => Promise<void>;
}

function OtherLogin({ current, email, onLogout }: OtherLoginProps) {
  const { t } = useTranslation();
  const { api, session } = useAppDependencies();
  return (
    <>
      <Notice tone="risky">{t('members.invitation.other', { current, email })}</Notice>
      <Form
        schema={noFields}
        onSubmit={async () => {
          await api(accountRoutes.logout).catch(() => undefined);
          session.end();
          await onLogout();
        }}
      >
        <SubmitButton wide>{t('layout.logout')}</SubmitButton>
      </Form>
    </>
  );
}

/** Creates a login. The link proves the address, because only its mailbox received it. */
function Join({ link, invitation }: { link: InvitationLink; invitation: Invitation }) {
  const { t } = useTranslation();
  const { api, session, switchAccount } = useAppDependencies();
  const { privacy } = useConfig().links;
  const { account_name: account, email } = invitation;
  return (
    <Form
      schema={joinForm}
      onSubmit={async (body) => {
        const { data } = await api(memberRoutes.joinAccount, { body });
        session.start(data);
        toast.success(t('members.invitation.joined', { account }));
        switchAccount();
      }}
    >
      <HiddenField name="id" value={link.id} />
      <HiddenField name="t" value={link.t} />
      <HiddenField name="language" value={currentLanguage()} />
      <FieldRow>
        <TextField name="first_name" label={t('account.firstName')} autoComplete="given-name" />
        <TextField name="last_name" label={t('account.lastName')} autoComplete="family-name" />
      </FieldRow>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        hint={t('account.passwordHint')}
        autoComplete="new-password"
      />
      <CheckboxField
        name="agree"
        label={t('members.invitation.agree')}
        aside={
          privacy && <ExternalLink href={privacy}>{t('members.invitation.read')}</ExternalLink>
        }
      />
      <SubmitButton wide>{t('members.invitation.join')}</SubmitButton>
    </Form>
  );
}
