import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../shared/contract/client.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { SAMPLE_ORIGIN } from '../../web/docs/guide-at.ts';
import { waitUntil } from './customer.ts';
import { type CodeBlock, codeBlocks, readGuide, runBlock, type Runners } from './samples.ts';
import type { Service } from './stack.ts';

/** A file with an address for each status that the test key supports. */
export const CUSTOMERS = [
  'email;name',
  'deliverable@sandbox.test;Ada',
  'undeliverable@sandbox.test;Grace',
  'risky@sandbox.test;Edsger',
  'unknown@sandbox.test;Barbara',
  '',
].join('\r\n');

/** Expected effect of the code blocks in each section, in the format of `effectOf`. */
const EXPECTED_OUTPUT: Readonly<Record<string, RegExp>> = {
  'Verify one address': /"status":"deliverable","reason":"accepted"|^deliverable accepted$/,
  'Upload a list': new RegExp(
    [
      '^\uFEFF"email";"name";"status";"reason";"suggestion";"address"',
      '"deliverable@sandbox.test";"Ada";"deliverable";"accepted";"";"deliverable@sandbox.test"',
      '"undeliverable@sandbox.test";"Grace";"undeliverable";"no_such_mailbox";"";"undeliverable@sandbox.test"',
      '"risky@sandbox.test";"Edsger";"risky";"catch_all";"";"risky@sandbox.test"',
      '"unknown@sandbox.test";"Barbara";"unknown";"timeout";"";"unknown@sandbox.test"\r\n$',
    ].join('\r\n'),
  ),
  'Files above 4 MB': /^4 addresses$/,
  'Errors and limits': /"status":"deliverable"|^deliverable$/,
};

/** The saved result, the submitted list, or the printed output of a code block. */
async function effectOf(
  { printed, result }: Awaited<ReturnType<typeof runBlock>>,
  { section }: CodeBlock,
  api: Client,
): Promise<string> {
  if (result !== undefined) return result;
  if (section !== 'Files above 4 MB') return printed;
  const list = await waitUntil(
    async () => (await api.listFiles()).data.data.find(({ id }) => id === printed),
    (found) => found?.status === LIST_STATUS.finished,
  );
  return `${list?.total_email} addresses`;
}

export async function testKeyOf(stack: Service): Promise<string> {
  const { data: session } = await stack
    .client()
    .login({ body: { email: 'demo@tamis.test', password: 'Demo1234' } });
  const { data: user } = await stack.client({ session }).me();
  return user.test_api_key ?? '';
}

/** Runs every code block of the guide in these languages, unchanged. */
export function describeGuideRuns(stack: Service, runners: Runners): void {
  let apiKey = '';

  beforeAll(async () => {
    apiKey = await testKeyOf(stack);
  });

  describe.each(Object.keys(runners))('the guide in %s', (language) => {
    const blocks = codeBlocks(readGuide(SAMPLE_ORIGIN)).filter(
      (block) => block.language === language,
    );

    it.each(blocks)('has the documented effect: $section', async (block) => {
      const code = block.code.replaceAll(SAMPLE_ORIGIN, stack.url);
      const outcome = await runBlock({ ...block, code }, runners, apiKey, CUSTOMERS);
      const effect = await effectOf(outcome, block, stack.client({ apiKey }));
      expect(effect).toMatch(EXPECTED_OUTPUT[block.section] ?? /^$/);
    });

    it('has a block for each of its four tasks', () => {
      expect(blocks.map(({ section }) => section)).toEqual(Object.keys(EXPECTED_OUTPUT));
    });
  });
}
