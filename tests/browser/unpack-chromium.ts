import chromium from '@sparticuz/chromium';

/**
 * A process of its own, as the package reads the environment when it is imported: TMPDIR says where
 * to unpack, AWS_EXECUTION_ENV that the system libraries are needed too.
 */

chromium.setGraphicsMode = false;
await chromium.executablePath();
