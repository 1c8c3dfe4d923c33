import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PasswordField } from '../form/password-field.tsx';
import { StepPager } from '../table/step-pager.tsx';
import { IconButton } from './icon-button.tsx';

test('shows the name of an icon button as a tooltip on hover', () => {
  render(
    <>
      <IconButton icon="cross" label="Close" onClick={() => undefined} />
      <PasswordField name="password" label="Password" />
      <StepPager label="Pages" current={2} last={3} onPage={() => undefined} />
    </>,
  );
  const buttons = screen.getAllByRole('button');
  const hints = buttons.map(
    ({ parentElement }) => parentElement?.querySelector('[role=tooltip]')?.textContent,
  );
  expect(hints).toEqual(['Close', 'Show password', 'Previous', 'Next']);
});
