/** What is around the pages of a customer, in one file. */
export { CurrentUser } from './current-user.tsx';
export { CustomerFrame } from './customer-frame.tsx';
