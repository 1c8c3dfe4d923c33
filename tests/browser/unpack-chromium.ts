import chromium from '@sparticuz/chromium';

/**
 * Unpacks Chromium in a separate process, because the package reads the environment when it is
 * imported: TMPDIR is the target folder, and AWS_EXECUTION_ENV makes the package include the system
 * libraries.
 */

chromium.setGraphicsMode = false;
await chromium.executablePath();
