import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { QueryContent } from './loaded.tsx';

test.each([undefined, 'the page before'])(
  'keeps the error message and the focus during a retry',
  async (before) => {
    let next = Promise.withResolvers<string>();
    function Part() {
      const query = useQuery({
        queryKey: ['part'],
        queryFn: () => next.promise,
        retry: false,
        placeholderData: before,
      });
      return (
        <QueryContent query={query} failed="It did not load.">
          {query.data ?? 'loading'}
        </QueryContent>
      );
    }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Part />
      </QueryClientProvider>,
    );
    expect(screen.getByText(before ?? 'loading')).toBeDefined();
    next.reject(new Error('down'));
    const button = await screen.findByRole('button', { name: 'Try again' });
    const message = screen.getByRole('alert');
    next = Promise.withResolvers();
    await userEvent.click(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
    expect(screen.getByRole('alert')).toBe(message);
    next.resolve('the rows');
    await screen.findByText('the rows');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
