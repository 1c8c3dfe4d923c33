// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accountRoutes } from '../../../shared/contract/account.ts';
import { ApiError } from '../../../shared/contract/api-error.ts';
import { startEnglish } from '../testing/i18n.ts';
import { Form } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useShortForm } from './use-short-form.ts';

function Login({ submit }: { submit: (values: object) => unknown }) {
  const { errors, pending, handlers } = useShortForm(accountRoutes.login.body, submit);
  return (
    <Form {...handlers} error={errors['root']}>
      <TextField name="email" label="Email" error={errors['email']} />
      <TextField name="password" label="Password" error={errors['password']} />
      <button type="submit">{pending ? 'Wait' : 'Send'}</button>
    </Form>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const send = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'));

beforeAll(startEnglish);
afterEach(cleanup);

test('a wrong field gets its message and the focus', async () => {
  const submit = vi.fn<(values: object) => void>();
  const user = userEvent.setup();
  render(<Login submit={submit} />);
  await user.type(field('Email'), 'nobody');
  await send(user);
  expect(submit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('Email'));
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  const said = document.getElementById(field('Email').getAttribute('aria-describedby') ?? '');
  expect(said?.textContent).toBe('Email is not valid email');
});

test('an error disappears as soon as it is corrected', async () => {
  const user = userEvent.setup();
  render(<Login submit={() => undefined} />);
  await send(user);
  expect(screen.getAllByText('This field is required')).toHaveLength(2);
  await user.type(field('Email'), 'a@b.fr');
  expect(screen.getAllByText('This field is required')).toHaveLength(1);
});

test('valid values are submitted once, as the schema returns them', async () => {
  const waiting = Promise.withResolvers<void>();
  const submit = vi.fn<(values: object) => Promise<void>>(() => waiting.promise);
  const user = userEvent.setup();
  render(<Login submit={submit} />);
  await user.type(field('Email'), '  a@b.fr ');
  await user.type(field('Password'), 'secret 1{Enter}');
  expect(screen.getByRole('button').textContent).toBe('Wait');
  await send(user);
  expect(submit.mock.calls).toEqual([[{ email: 'a@b.fr', password: 'secret 1' }]]);
  waiting.resolve();
  await screen.findByText('Send');
});

test('a refusal stays in the form', async () => {
  const user = userEvent.setup();
  const refusal = { status: 422, code: 'wrong_credentials', messages: ['Wrong'] } as const;
  render(<Login submit={() => Promise.reject(new ApiError(refusal))} />);
  await user.type(field('Email'), 'a@b.fr');
  await user.type(field('Password'), 'secret{Enter}');
  expect(await screen.findByText('Wrong')).toBeDefined();
});
