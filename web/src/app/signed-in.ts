/** Re-exports everything around a customer's pages, so that it is in one chunk. */
export { CurrentUser } from './current-user.tsx';
export { CustomerFrame } from './customer-frame.tsx';
