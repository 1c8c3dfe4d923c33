import chromium from '@sparticuz/chromium';

/**
 * Unpacks Chromium. A separate process, because the package reads the environment when it is
 * imported: TMPDIR is the folder to unpack to, and AWS_EXECUTION_ENV makes it include the system
 * libraries.
 */

chromium.setGraphicsMode = false;
await chromium.executablePath();
