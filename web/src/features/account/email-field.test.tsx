import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Form } from '../../ui/form/form.tsx';
import { EmailField } from './signup-form.tsx';

function open() {
  const sent: unknown[] = [];
  render(
    <Form schema={z.object({ email: z.string() })} onSubmit={(values) => void sent.push(values)}>
      <EmailField />
      <button type="submit">Send</button>
    </Form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  return { sent, field, user: userEvent.setup() };
}

test('accepts an address that looks like a typo', async () => {
  const { sent, field, user } = open();
  await user.type(field, 'ada@gmial.com');
  await screen.findByRole('button', { name: /^Did you mean/ });
  await user.click(screen.getByText('Send'));
  expect(sent).toEqual([{ email: 'ada@gmial.com' }]);
  await user.type(field, 'x');
  expect(screen.queryByRole('button', { name: /^Did you mean/ })).toBeNull();
});
