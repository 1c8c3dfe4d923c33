import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished } from 'vitest';
import { serveForms } from './forms/serve-form.ts';
import {
  UNDELIVERABLE_ADDRESS,
  expectSubmitted,
  COMMON_SCENARIOS,
  SINGLE_FORM_SCENARIOS,
  assertRightToLeft,
  submitForm,
  createFormSite,
  typeAndBlur,
} from './forms/scenarios.ts';
import { it } from './visitor.ts';

/**
 * The form script on customers' pages at another origin, under a strict content security policy.
 * tests/ci/firefox.test.ts runs the same scenarios in Firefox, with every kind of form.
 */

describe('a form', () => {
  it.for(COMMON_SCENARIOS)('%s', ([, assertForm], { visitor: { page }, service }) =>
    assertForm(page, service, 'plain'),
  );
});

describe('a field', () => {
  it.for(SINGLE_FORM_SCENARIOS)('%s', ([, assertField], { visitor: { page }, service }) =>
    assertField(page, service, 'plain'),
  );
});

describe('a page in a right-to-left language', () => {
  it('aligns the note with the start, and shows an address from left to right', ({
    visitor: { page },
    service,
  }) => assertRightToLeft(page, service, 'plain'));
});

describe('the script', () => {
  it('is smaller than 6 KiB, and its URL with a hash never changes', async ({ service }) => {
    const read = async (file: string) =>
      Buffer.from(await (await fetch(`${service.url}/form/${file}`)).arrayBuffer());
    const script = await read('v1.js');
    expect(gzipSync(script).length).toBeLessThan(6 * 1024);
    const hash = createHash('sha384').update(script).digest('base64url');
    expect(await read(`v1-${hash.slice(0, 12)}.js`)).toEqual(script);
  });

  it.override({ tolerated: /Failed to find a valid digest/ });
  it('does not run if the page’s integrity hash differs', async ({
    visitor: { page },
    service,
  }) => {
    const integrity = createHash('sha384').update('another').digest('base64');
    const served = await serveForms(
      service.url,
      () =>
        `<script src="${service.url}/form/v1.js" integrity="sha384-${integrity}" crossorigin="anonymous" data-key="pk_test_1"></script>`,
    );
    onTestFinished(() => void served.stop());
    await page.goto(`${served.origin}/plain`);
    await typeAndBlur(page, UNDELIVERABLE_ADDRESS);
    await submitForm(page);
    await expectSubmitted(page, `${UNDELIVERABLE_ADDRESS} null`);
  });
});

describe('a form whose check fails', () => {
  it.override({ tolerated: /Tamis did not check|Failed to load resource|ERR_/ });
  it.for([
    ['is down', 'abort'],
    ['does not respond', 'silence'],
    ['rejects the call', '403'],
  ] as const)(
    'is submitted although the service %s',
    async ([, how], { visitor: { page }, service }) => {
      const { origin } = await createFormSite(service, `alone-${how}@customer.test`);
      await page.route('**/api/form/check', async (route) => {
        if (how === 'abort') await route.abort();
        if (how === '403') await route.fulfill({ status: 403, json: { code: 'wrong_origin' } });
      });
      await page.goto(`${origin}/plain?block=undeliverable`);
      await typeAndBlur(page, UNDELIVERABLE_ADDRESS);
      await submitForm(page);
      await expectSubmitted(page, `${UNDELIVERABLE_ADDRESS} null`);
    },
  );
});
