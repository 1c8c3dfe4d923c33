import chromium from '@sparticuz/chromium';

/**
 * A program of its own, since the package takes from the environment, when it is imported, where to
 * unpack (TMPDIR) and whether to bring the system libraries it needs (AWS_EXECUTION_ENV).
 */

chromium.setGraphicsMode = false;
await chromium.executablePath();
