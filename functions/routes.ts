import type { Contract, RouteName } from '../shared/contract/index.ts';
import type { RouteHandler } from './access/serve-route.ts';
import { handler as acceptTerms } from './account/api/accept-terms.ts';
import { handler as agreeDelivery } from './billing/api/agree-delivery.ts';
import { handler as billingDetails } from './billing/api/billing-details.ts';
import { handler as billings } from './billing/api/billings.ts';
import { handler as createList } from './lists/api/create-list.ts';
import { handler as credits } from './usage/api/credits.ts';
import { handler as listLists } from './lists/api/list-lists.ts';
import { handler as captcha } from './account/api/captcha.ts';
import { handler as checkEmail } from './checks/api/check-email.ts';
import { handler as createKey } from './account/api/create-key.ts';
import { handler as listKeys } from './account/api/list-keys.ts';
import { handler as revokeKey } from './account/api/revoke-key.ts';
import { handler as deleteAccount } from './privacy/api/delete-account.ts';
import { handler as checkout } from './billing/api/checkout.ts';
import { handler as deleteFile } from './lists/api/delete-file.ts';
import { handler as download } from './lists/api/download.ts';
import { handler as downloadExport } from './privacy/api/download-export.ts';
import { handler as editProfile } from './account/api/edit-profile.ts';
import { handler as exportAccount } from './privacy/api/export-account.ts';
import { handler as forgetPassword } from './account/api/forget-password.ts';
import { handler as getCheck } from './checks/api/get-check.ts';
import { handler as getFile } from './lists/api/get-file.ts';
import { handler as getUser } from './admin/api/get-user.ts';
import { handler as giveCredits } from './admin/api/give-credits.ts';
import { handler as getPlan } from './billing/api/get-plan.ts';
import { handler as health } from './system/api/health.ts';
import { handler as listFiles } from './lists/api/list-files.ts';
import { handler as listRows } from './lists/api/list-rows.ts';
import { handler as recheckFile } from './lists/api/recheck-file.ts';
import { handler as renameFile } from './lists/api/rename-file.ts';
import { handler as listUsers } from './admin/api/list-users.ts';
import { handler as login } from './account/api/login.ts';
import { handler as logout } from './account/api/logout.ts';
import { handler as lowCredits } from './billing/api/low-credits.ts';
import { handler as me } from './account/api/me.ts';
import { handler as openapi } from './system/api/openapi.ts';
import { handler as receipt } from './billing/api/receipt.ts';
import { handler as refundPurchase } from './admin/api/refund-purchase.ts';
import { handler as register } from './account/api/register.ts';
import { handler as renewal } from './billing/api/renewal.ts';
import { handler as resendOtp } from './account/api/resend-otp.ts';
import { handler as resetApiKey } from './account/api/reset-api-key.ts';
import { handler as resetApiKeyByGet } from './account/api/reset-api-key-by-get.ts';
import { handler as resetPassword } from './account/api/reset-password.ts';
import { handler as saveLowCredits } from './billing/api/save-low-credits.ts';
import { handler as saveBillingDetails } from './billing/api/save-billing-details.ts';
import { handler as setLanguage } from './account/api/set-language.ts';
import { handler as stripeWebhook } from './billing/api/stripe-webhook.ts';
import { handler as subscription } from './billing/api/subscription.ts';
import { handler as withdraw } from './billing/api/withdraw.ts';
import { handler as updateUser } from './admin/api/update-user.ts';
import { handler as upload } from './lists/api/upload.ts';
import { handler as usage } from './usage/api/usage.ts';
import { handler as listEndpoints } from './webhooks/api/list-endpoints.ts';
import { handler as createEndpoint } from './webhooks/api/create-endpoint.ts';
import { handler as updateEndpoint } from './webhooks/api/update-endpoint.ts';
import { handler as deleteEndpoint } from './webhooks/api/delete-endpoint.ts';
import { handler as rotateSecret } from './webhooks/api/rotate-secret.ts';
import { handler as sendTestEvent } from './webhooks/api/send-test-event.ts';
import { handler as listDeliveries } from './webhooks/api/list-deliveries.ts';
import { handler as getDelivery } from './webhooks/api/get-delivery.ts';
import { handler as sendAgain } from './webhooks/api/send-again.ts';
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
  agreeDelivery,
  withdraw,
  billings,
  subscription,
  renewal,
  lowCredits,
  saveLowCredits,
  billingDetails,
  saveBillingDetails,
  checkout,
  receipt,
  stripeWebhook,
  checkEmail,
  upload,
  createList,
  listLists,
  listFiles,
  getCheck,
  getFile,
  listRows,
  renameFile,
  recheckFile,
  download,
  deleteFile,
  listUsers,
  getUser,
  refundPurchase,
  giveCredits,
  updateUser,
  exportAccount,
  downloadExport,
  createKey,
  listKeys,
  revokeKey,
  deleteAccount,
  health,
  openapi,
  usage,
  credits,
  listEndpoints,
  createEndpoint,
  updateEndpoint,
  deleteEndpoint,
  rotateSecret,
  sendTestEvent,
  listDeliveries,
  getDelivery,
  sendAgain,
} satisfies Handlers;
