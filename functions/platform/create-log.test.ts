import { describe, expect, it } from 'vitest';
import { createLog } from './create-log.ts';

function stage(level: 'debug' | 'info' | 'warn' | 'error' | 'silent') {
  const lines: string[] = [];
  return {
    log: createLog(
      level,
      () => 0,
      (line) => lines.push(line),
    ),
    lines,
  };
}

describe('the log', () => {
  it('writes one line of JSON per event', () => {
    const { log, lines } = stage('info');
    log.info('request', { status: 200, note: 'two\nlines' });
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"request","status":200,"note":"two\\nlines"}\n',
    ]);
  });

  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('at level %s writes %o', (level, kept) => {
    const { log, lines } = stage(level);
    log.debug('debug');
    log.info('info');
    log.warn('warn');
    log.error('error', new Error('x'));
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(kept);
  });

  it('accepts only fields with known names, and none with personal data', () => {
    const { log, lines } = stage('info');
    // @ts-expect-error The compiler rejects a new name.
    log.info('request', { status: 200, mailbox: 'ada@mail.example' });
    const result = { status: 200, email: 'ada@mail.example' };
    // @ts-expect-error The compiler rejects the result of a worker that contains an address.
    log.info('request', result);
    expect(lines.join('')).not.toContain('ada');
  });

  it('writes errors with their causes, and any other thrown value', () => {
    const { log, lines } = stage('info');
    log.error('failed', new TypeError('outer', { cause: new Error('inner') }), { id: '7' });
    log.error('failed', 'just text');
    log.alarm('differs', 'two are not one', { id: '8' });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        id: '7',
        error: { name: 'TypeError', message: 'outer', cause: { name: 'Error', message: 'inner' } },
      },
      { error: { message: 'just text' } },
      { id: '8', level: 'error', error: { name: 'Error', message: 'two are not one' } },
    ]);
  });

  it('keeps the paths of scoped packages in a stack trace', () => {
    const lines: string[] = [];
    const log = createLog(
      'info',
      () => 0,
      (line) => lines.push(line),
    );
    const frame = 'at run (file:///app/node_modules/@aws-sdk/core/index.js:1:2)';
    log.info('asked', { stack: `${frame} of a/@b.fr` });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ stack: `${frame} of <address>` });
  });

  it('redacts secrets and addresses in any field', () => {
    const { log, lines } = stage('info');
    const secret = 'tms_live_abcDEF0123';
    log.error('failed', new Error(`Key ${secret} of <ada.l+x@mail.example>, Bearer abc.def-1`), {
      note: 'josé@exämple.fr',
      many: [secret],
    });
    expect(lines.join('')).not.toMatch(/abcDEF|ada|mail\.example|abc\.def|josé/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: { message: 'Key <key> of <<address>>, Bearer <token>' },
      note: '<address>',
      many: ['<key>'],
    });
  });
});
