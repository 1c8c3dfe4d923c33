import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../../functions/access/open-session.ts';
import { type TestTable, startTable } from './dynamo.ts';
import { findLeaks } from './log-leaks.ts';
import { takeNewLeaks } from './log-watch.ts';
import { PERSON_PASSWORD, createPerson } from './people.ts';
import { testContext } from './test-context.ts';

const TOKEN = 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x_-';

describe('a log line', () => {
  it.each([
    ['{"note":"mail to josé.o\'neil+x@exämple.fr"}', 'an address'],
    ['{"note":"tms_test_abc"}', 'an API key'],
    ['{"note":"sk_test_51abc"}', 'a Stripe secret'],
    ['{"note":"whsec_1"}', 'a Stripe secret'],
    [`{"note":"session ${TOKEN}"}`, 'a token of 32 bytes'],
    ['Error: Authorization: Bearer abc', 'a bearer'],
    ['GET https://files.test/x?X-Amz-Signature=abc', 'a signature'],
    ['{"note":"correct horse 42"}', 'a secret in use'],
    ['{"error":{"message":"code 0042 is wrong"}}', 'a code in use'],
    ['the code was 0042', 'a code in use'],
  ])('%s leaks %s', (line, what) => {
    expect(findLeaks(['{"ms":1}', line], [PERSON_PASSWORD, '0042'])).toEqual([`${what}: ${line}`]);
  });

  it.each([
    '{"event":"request","ms":42,"status":200,"requestId":"6c84fb90-0042-11e1-840d-7b25c5ee775a"}',
    '{"error":{"stack":"at /srv/node_modules/@aws-sdk/client-s3/index.js:42:7"}}',
    '{"note":"<address> and Bearer <token>","list":"01KAJ4T6Q8Z3M5N7P9R1S2V4W6"}',
    `{"sha":"${'a1'.repeat(32)}"}`,
    '{"note":"10042 and 00420"}',
    '{"event":"started","runtimeFlags":["--max-old-space-size=0042"]}',
  ])('%s leaks nothing', (line) => {
    expect(findLeaks([line], [PERSON_PASSWORD, '0042'])).toEqual([]);
  });
});

describe('the log watch of a test', () => {
  let table: TestTable;
  beforeAll(async () => {
    table = await startTable();
  });
  afterAll(() => table.stop());

  it('reads every line: it finds planted leaks', async () => {
    const context = testContext(table);
    const { user, apiKey } = await createPerson(context, { paid: true });
    const { token } = await openSession(context, user);
    const code = context.ids.code(4);
    // Bypasses the logger, which redacts known patterns.
    for (const planted of [token, user.email, apiKey, code, PERSON_PASSWORD])
      context.lines.push(JSON.stringify({ event: 'planted', planted }));
    expect(takeNewLeaks().map((leak) => leak.split(':', 1)[0])).toEqual([
      'a token of 32 bytes',
      'a secret in use',
      'an address',
      'an API key',
      'a code in use',
      'a secret in use',
    ]);
    expect(takeNewLeaks()).toEqual([]);
  });
});
