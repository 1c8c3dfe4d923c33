import type { Provider } from '../providers.ts';

/** The provider table. Add a row to teach the engine a provider; nothing else knows their names. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'google',
    mx: ['google.com', 'googlemail.com', 'smtp.goog'],
    recipientsPerTransaction: 20,
    sessions: { initial: 2, max: 8 },
    probe: 'same_transaction',
  },
];
