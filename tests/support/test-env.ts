import { readEnv } from '../../functions/platform/env.ts';

/** Function settings in tests. */
export const testEnv = (settings: Readonly<Record<string, string>> = {}) =>
  readEnv({
    STAGE: 'dev',
    TABLE_NAME: 'tamis-test',
    UPLOADS_BUCKET: 'uploads',
    FILES_BUCKET: 'files',
    LIST_QUEUE_URL: 'http://queue.test/list',
    VERIFY_EXPRESS_QUEUE_URL: 'http://queue.test/express',
    VERIFY_BULK_QUEUE_URL: 'http://queue.test/bulk',
    FINALIZE_QUEUE_URL: 'http://queue.test/finalize',
    ACCOUNT_QUEUE_URL: 'http://queue.test/account',
    BILLING_QUEUE_URL: 'http://queue.test/billing',
    MAIL_QUEUE_URL: 'http://queue.test/mail',
    MAIL_FEEDBACK_QUEUE_URL: 'http://queue.test/mail-feedback',
    WEBHOOKS_QUEUE_URL: 'http://queue.test/webhooks',
    PRIVACY_QUEUE_URL: 'http://queue.test/privacy',
    ENGINE_FUNCTION: 'engine',
    APP_SECRET_ID: 'secret',
    CODE_SECRET_ID: 'code-secret',
    CSRF_SECRET_ID: 'csrf-secret',
    LINK_SECRET_ID: 'link-secret',
    WEBHOOK_SECRET_ID: 'webhook-secret',
    STRIPE_SECRET_ID: 'stripe-secret',
    MAIL_FROM: 'no-reply@tamis.example',
    PUBLIC_ORIGIN: 'https://app.tamis.example',
    SMTP_HELO: 'probe.tamis.example',
    SMTP_MAIL_FROM: 'probe@tamis.example',
    SMTP_EGRESS: 'off',
    CHECK_OUTPUT: 'true',
    ...settings,
  });
