import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const url = 'https://tamis.test';

it.each([
  [[], '', 2, /^Pass .*TAMIS_URL and TAMIS_API_KEY\n$/],
  [[], 'localhost:3000', 2, /^localhost:3000 is not a URL such as .*\n$/],
  [['--folders'], url, 2, /^Unknown option '--folders'.*\n$/],
  [
    ['--max-credits-a-day', 'all'],
    url,
    2,
    /^The daily maximum must be a whole number of credits\.\n$/,
  ],
  [['--help'], '', undefined, /^$/],
])(
  'exits for the arguments %j and the URL "%s" with code %s and one line of output',
  async (args, baseUrl, code, line) => {
    vi.resetModules();
    vi.stubEnv('TAMIS_URL', baseUrl);
    vi.stubEnv('TAMIS_API_KEY', 'k');
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      vi.spyOn(process[name], 'write').mockImplementation((text) =>
        Boolean((output[name] += text)),
      );
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'tamis-mcp', ...args]);
    const failure = await import('./tamis-mcp.ts').then(
      () => undefined,
      (error: unknown) => error,
    );
    const { exitCode } = process;
    process.exitCode = undefined;
    expect([failure, exitCode, output.stderr]).toEqual([
      undefined,
      code,
      expect.stringMatching(line),
    ]);
    expect(output.stdout).toMatch(code === 2 ? /^$/ : /--max-credits-a-day 1000[^]*TAMIS_URL/);
  },
);
