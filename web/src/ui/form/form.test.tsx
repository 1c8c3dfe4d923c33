import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { getText } from '../../../../shared/texts/text.ts';
import { createAppDependencies, AppDependenciesContext } from '../../lib/api.ts';
import { defaultConfig } from '../../lib/config.ts';
import { createSession } from '../../lib/session.ts';
import { typedNumberSchema } from './typed-number.ts';
import { Form, SubmitButton } from './form.tsx';
import { TextField } from './text-field.tsx';
import { Toaster } from '../popup/toaster.tsx';

const Login = ({ submit }: { submit: (values: object) => unknown }) => (
  <Form schema={accountRoutes.login.body} onSubmit={(values) => submit(values)}>
    <TextField name="email" label="Email" />
    <TextField name="password" label="Password" />
    <SubmitButton>Send</SubmitButton>
  </Form>
);

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const send = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'));

afterEach(() => {
  cleanup();
  toast.remove();
});

test('shows the message of an invalid field, and focuses it', async () => {
  const submit = vi.fn<(values: object) => void>();
  const user = userEvent.setup();
  render(<Login submit={submit} />);
  await user.type(field('Email'), 'nobody');
  await send(user);
  expect(submit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('Email'));
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(
    field('Email').getAttribute('aria-describedby') ?? '',
  );
  expect(description?.textContent).toBe('Email is not valid email');
});

test('hides an error as soon as it is corrected', async () => {
  const user = userEvent.setup();
  render(<Login submit={() => undefined} />);
  await send(user);
  expect(screen.getAllByText('This field is required')).toHaveLength(2);
  await user.type(field('Email'), 'a@b.fr');
  expect(screen.getAllByText('This field is required')).toHaveLength(1);
});

test('shows errors immediately, but only of submitted or changed fields', async () => {
  const user = userEvent.setup();
  render(<Login submit={() => undefined} />);
  await user.type(field('Email'), 'a');
  expect(field('Email').getAttribute('aria-invalid')).toBe('false');
  await user.type(field('Password'), 'secret 1');
  await send(user);
  await user.type(field('Email'), '@b.fr');
  await user.clear(field('Password'));
  expect(screen.getAllByText('This field is required')).toHaveLength(1);
  await user.type(field('Password'), 'secret 2');
  expect(screen.queryByText('This field is required')).toBeNull();
});

test('submits valid values once, as parsed by the schema', async () => {
  const submission = Promise.withResolvers<void>();
  const submit = vi.fn<(values: object) => Promise<void>>(() => submission.promise);
  const user = userEvent.setup();
  render(<Login submit={submit} />);
  await user.type(field('Email'), '  a@b.fr ');
  await user.type(field('Password'), 'secret 1{Enter}');
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  await send(user);
  expect(submit.mock.calls).toEqual([[{ email: 'a@b.fr', password: 'secret 1' }]]);
  submission.resolve();
  await waitFor(() => expect(screen.getByRole('button').hasAttribute('aria-busy')).toBe(false));
});

test('keeps showing the error of a failed submit', async () => {
  const user = userEvent.setup();
  const refusal = { status: 422, code: 'wrong_credentials', messages: ['Wrong'] } as const;
  render(<Login submit={() => Promise.reject(new ApiError(refusal))} />);
  await user.type(field('Email'), 'a@b.fr');
  await user.type(field('Password'), 'secret{Enter}');
  expect(await screen.findByText('Wrong')).toBeDefined();
});

test('names the limit of a number', async () => {
  const user = userEvent.setup();
  const schema = z.object({ size: z.pipe(typedNumberSchema, z.int().check(z.maximum(30))) });
  render(
    <Form schema={schema} onSubmit={() => undefined}>
      <TextField name="size" label="Size" />
      <SubmitButton>Send</SubmitButton>
    </Form>,
  );
  await send(user);
  expect(screen.getByText('Please enter a whole number')).toBeDefined();
  await user.type(field('Size'), '31');
  expect(screen.getByText('The maximum is 30')).toBeDefined();
});

test('links a message to support, in the form and in a toast', async () => {
  const message = getText('en', 'error.account_inactive');
  const refusal = { status: 403, code: 'account_inactive', messages: [message] } as const;
  const support = 'https://help.example/';
  const config = { ...defaultConfig, links: { support } };
  const user = userEvent.setup();
  render(
    <AppDependenciesContext value={createAppDependencies(config, createSession())}>
      <Login submit={() => Promise.reject(new ApiError(refusal))} />
      <Toaster />
    </AppDependenciesContext>,
  );
  await user.type(field('Email'), 'a@b.fr');
  await user.type(field('Password'), 'secret{Enter}');
  const links = await screen.findAllByRole('link', { name: 'contact support' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([support, support]);
  const toasts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(toasts).toContain(message);
});
