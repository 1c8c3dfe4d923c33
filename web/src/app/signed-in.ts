/** Re-exports the code that surrounds every page of a customer, to bundle it in one chunk. */
export { CurrentUserProvider } from './current-user.tsx';
export { CustomerFrame } from './customer-frame.tsx';
