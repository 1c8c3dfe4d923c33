import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PasswordField } from './password-field.tsx';

test('accepts a pasted password verbatim, and hides it unless it is shown', async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />);
  const field = screen.getByLabelText('Password');
  const user = userEvent.setup();
  await user.click(field);
  await user.paste(' from a manager 1 ');
  expect([field.getAttribute('type'), field.getAttribute('autocomplete')]).toEqual([
    'password',
    'current-password',
  ]);
  await user.click(screen.getByRole('button'));
  expect(screen.getByDisplayValue(' from a manager 1 ', { normalizer: String })).toBe(field);
  expect(field.getAttribute('type')).toBe('text');
});
