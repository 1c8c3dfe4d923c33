import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiKeyValue } from './api-key-value.tsx';

const KEY = 'tms_live_4fT0cQm8ZsW1xR6vB2nK9yHdJ3pL5aGe7uXo';
const MASKED = 'tms_live_…7uXo';

const keyValue = (value: string, load?: () => Promise<unknown>) => (
  <QueryClientProvider client={new QueryClient()}>
    <ApiKeyValue label="API key" value={value} secret load={load} />
  </QueryClientProvider>
);

test('loads a masked key before it shows it, and hides it once it is masked again', async () => {
  const load = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined);
  const { rerender } = render(keyValue(MASKED, load));
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Show']);
  await userEvent.click(screen.getByRole('button', { pressed: false }));
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByText(KEY)).toBeNull();
  rerender(keyValue(KEY));
  expect(screen.getByText(KEY)).toBeDefined();
  expect(names()).toEqual(['Show', 'Copy']);
  rerender(keyValue(MASKED, load));
  expect(screen.getByText(MASKED)).toBeDefined();
  expect(screen.getByRole('button', { pressed: false })).toBeDefined();
});

test('shows and hides a key that needs no proof', async () => {
  render(keyValue(KEY));
  expect(screen.getByText(MASKED)).toBeDefined();
  for (const shown of [KEY, MASKED]) {
    await userEvent.click(screen.getByRole('button', { name: 'Show: API key' }));
    expect(screen.getByText(shown)).toBeDefined();
  }
});
