import type { Contract, RouteName } from '../shared/contract/index.ts';
import type { RouteHandler } from './access/serve-route.ts';
import { handler as acceptTerms } from './account/api/accept-terms.ts';
import { handler as billings } from './billing/api/billings.ts';
import { handler as captcha } from './account/api/captcha.ts';
import { handler as checkEmail } from './checks/api/check-email.ts';
import { handler as deleteAccount } from './privacy/api/delete-account.ts';
import { handler as checkout } from './billing/api/checkout.ts';
import { handler as deleteFile } from './lists/api/delete-file.ts';
import { handler as download } from './lists/api/download.ts';
import { handler as downloadExport } from './privacy/api/download-export.ts';
import { handler as editProfile } from './account/api/edit-profile.ts';
import { handler as exportAccount } from './privacy/api/export-account.ts';
import { handler as forgetPassword } from './account/api/forget-password.ts';
import { handler as getFile } from './lists/api/get-file.ts';
import { handler as getPlan } from './billing/api/get-plan.ts';
import { handler as health } from './system/api/health.ts';
import { handler as listFiles } from './lists/api/list-files.ts';
import { handler as listUsers } from './admin/api/list-users.ts';
import { handler as login } from './account/api/login.ts';
import { handler as logout } from './account/api/logout.ts';
import { handler as me } from './account/api/me.ts';
import { handler as openapi } from './system/api/openapi.ts';
import { handler as receipt } from './billing/api/receipt.ts';
import { handler as register } from './account/api/register.ts';
import { handler as resendOtp } from './account/api/resend-otp.ts';
import { handler as resetApiKey } from './account/api/reset-api-key.ts';
import { handler as resetApiKeyByGet } from './account/api/reset-api-key-by-get.ts';
import { handler as resetPassword } from './account/api/reset-password.ts';
import { handler as setLanguage } from './account/api/set-language.ts';
import { handler as stripeWebhook } from './billing/api/stripe-webhook.ts';
import { handler as subscription } from './billing/api/subscription.ts';
import { handler as updateUser } from './admin/api/update-user.ts';
import { handler as upload } from './lists/api/upload.ts';
import { handler as usage } from './usage/api/usage.ts';
import { handler as verifyOtp } from './account/api/verify-otp.ts';

export type Handlers = { readonly [Name in RouteName]: RouteHandler<Contract[Name], never> };

/**
 * The handler of every route. A handler that is missing, surplus or bound to another route does
 * not compile.
 */
export const routes = {
  captcha,
  register,
  verifyOtp,
  resendOtp,
  login,
  forgetPassword,
  resetPassword,
  logout,
  me,
  editProfile,
  setLanguage,
  resetApiKey,
  resetApiKeyByGet,
  acceptTerms,
  getPlan,
  billings,
  subscription,
  checkout,
  receipt,
  stripeWebhook,
  checkEmail,
  upload,
  listFiles,
  getFile,
  download,
  deleteFile,
  listUsers,
  updateUser,
  exportAccount,
  downloadExport,
  deleteAccount,
  health,
  openapi,
  usage,
} satisfies Handlers;
