/** Everything around a customer's pages, in one chunk. */
export { CurrentUser } from './current-user.tsx';
export { CustomerFrame } from './customer-frame.tsx';
