import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type InitialEntry, MemoryRouter } from 'react-router-dom';
import type { Me } from '../../../shared/contract/account.ts';
import { createAppDependencies, AppDependenciesContext } from '../lib/api.ts';
import { defaultConfig } from '../lib/config.ts';
import { MeContext } from '../lib/me.ts';
import { createSession } from '../lib/session.ts';
import { signedInUser } from './signed-in-user.ts';

/** Renders components inside everything that the app provides to its pages. */
export function renderInApp(
  children: ReactNode,
  {
    session = createSession(),
    me = signedInUser as unknown as Me,
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    entry = '/' as InitialEntry,
  } = {},
) {
  const dependencies = createAppDependencies(defaultConfig, session);
  return render(children, {
    wrapper: ({ children: page }) => (
      <AppDependenciesContext value={dependencies}>
        <QueryClientProvider client={queries}>
          <MeContext value={me}>
            <MemoryRouter initialEntries={[entry]}>{page}</MemoryRouter>
          </MeContext>
        </QueryClientProvider>
      </AppDependenciesContext>
    ),
  });
}
