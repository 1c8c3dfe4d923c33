import { createHash } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { verifyFormToken } from '../../../packages/client/src/verify-form-token.ts';
import { createReadyCustomer } from '../../support/ready-customer.ts';
import type { Service } from '../../support/stack.ts';
import { type FormName, serveForms } from './serve-form.ts';

/** Scenarios that test the form script in several kinds of forms, in any browser. */

const GOOD = 'deliverable@sandbox.test';
export const UNDELIVERABLE_ADDRESS = 'undeliverable@sandbox.test';
const REFUSED = 'This address does not receive mail.';
const FIELD = 'input[type=email]';
const SEND = 'form :is(button:not([type=button]), input[type=submit])';

/** Methods of a page that Playwright and Puppeteer have in common. */
export interface FormPage {
  goto(url: string): Promise<unknown>;
  url(): string;
  click(selector: string): Promise<void>;
  evaluate<Result>(run: (given: string) => Result, given: string): Promise<Awaited<Result>>;
  readonly keyboard: {
    type(text: string): Promise<void>;
    press(key: 'Enter' | 'Tab'): Promise<void>;
  };
}

/** Creates a customer's site with a form; the hash of the script must match. */
export async function createFormSite(service: Service, email: string) {
  const { api } = await createReadyCustomer(service, email);
  const source = await (await fetch(`${service.url}/form/v1.js`)).text();
  const integrity = createHash('sha384').update(source).digest('base64');
  let key = '';
  const script = (block: string) =>
    `<script src="${service.url}/form/v1.js" integrity="sha384-${integrity}" crossorigin="anonymous" data-key="${key}" data-block="${block}" async></script>`;
  const served = await serveForms(service.url, script);
  onTestFinished(() => void served.stop());
  const { data: form } = await api.createForm({
    body: { name: 'Shop', origins: [served.origin], daily_checks: 10 },
  });
  key = form.test_key;
  const { data } = await api.getFormSecret({ params: { id: form.id } });
  return { ...served, form: { ...form, ...data } };
}

/** Replaces the text of the field, and keeps the focus in it. */
async function type(page: FormPage, address: string): Promise<void> {
  // Some pages render the form late.
  await expect
    .poll(() => page.evaluate((field) => document.querySelector(field) !== null, FIELD))
    .toBe(true);
  await page.click(FIELD);
  await page.evaluate((field) => document.querySelector<HTMLInputElement>(field)?.select(), FIELD);
  await page.keyboard.type(address);
}

export async function typeAndBlur(page: FormPage, address: string): Promise<void> {
  await type(page, address);
  await page.keyboard.press('Tab');
}

/** Submits the form. Expects that the content security policy of the page has blocked nothing. */
export async function submitForm(page: FormPage): Promise<void> {
  const stopped = await page.evaluate(() => document.body.dataset['stopped'], '');
  expect(stopped).toBeUndefined();
  await page.click(SEND);
}

const textOf = (page: FormPage, selector: string): Promise<string | null | undefined> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent, selector);
const noteText = (page: FormPage): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const line = document.querySelector('tamis-note')?.shadowRoot?.querySelector('p');
    return line?.textContent;
  }, '');
/**
 * Types the address and blurs the field, repeatedly, until a note with this text is shown. The
 * script ignores late results, so a busy machine may need several attempts.
 */
async function blurUntilNote(page: FormPage, address: string, words: string): Promise<void> {
  const isNoteShown = async (): Promise<unknown> => {
    await typeAndBlur(page, address);
    await expect.poll(() => noteText(page), { timeout: 5000 }).toBe(words);
    return noteText(page);
  };
  await expect.poll(isNoteShown).toBe(words);
}
const field = (page: FormPage) =>
  page.evaluate((wanted) => {
    const { value, validationMessage } = document.querySelector<HTMLInputElement>(wanted) ?? {};
    return { value, validationMessage };
  }, FIELD);

/** Makes the service suggest this address for addresses at gmial.com, and nothing for others. */
const suggest = (page: FormPage, address: string): Promise<void> =>
  page.evaluate((suggestion) => {
    window.fetch = async (_, { body } = {}) =>
      Response.json({ data: String(body).includes('gmial') ? { suggestion } : {} });
  }, address);

/** Expects that the form was submitted with an address. @returns the submitted token */
export async function expectSubmitted(page: FormPage, email: string): Promise<string> {
  await expect.poll(() => textOf(page, 'output')).toContain(email);
  return (await textOf(page, 'output'))?.split(' ')[1] ?? '';
}

type Scenario = (page: FormPage, service: Service, name: FormName) => Promise<void>;

const goesOn: Scenario = async (page, service, name) => {
  const { origin, form } = await createFormSite(service, `form-${name}@customer.test`);
  await page.goto(`${origin}/${name}`);
  await blurUntilNote(page, UNDELIVERABLE_ADDRESS, REFUSED);
  expect(await field(page)).toMatchObject({ validationMessage: '' });
  await typeAndBlur(page, GOOD);
  await expect.poll(() => textOf(page, '[name=tamis_token]')).toBe('');
  expect(await noteText(page)).toBe('');
  await submitForm(page);
  const token = await expectSubmitted(page, GOOD);
  const given = { secret: form.secret, key: form.test_key };
  expect(await verifyFormToken(token, given)).toEqual({ email: GOOD, status: 'deliverable' });
};

const refuses: Scenario = async (page, service, name) => {
  const { origin } = await createFormSite(service, `block-${name}@customer.test`);
  await page.goto(`${origin}/${name}?block=undeliverable+disposable`);
  await blurUntilNote(page, UNDELIVERABLE_ADDRESS, REFUSED);
  await submitForm(page);
  expect(await field(page)).toMatchObject({ validationMessage: REFUSED });
  expect(page.url()).not.toContain('/sent');
  // A test key cannot check addresses at gmial.com, so the response is faked.
  await suggest(page, 'ada@gmail.com');
  await type(page, 'ada@gmial.com');
  await expect.poll(() => noteText(page)).toBe('Did you mean ada@gmail.com?');
  // The suggestion is the next tab stop.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page)).toEqual({ value: 'ada@gmail.com', validationMessage: '' });
  await submitForm(page);
  await expectSubmitted(page, 'ada@gmail.com');
};

const waits: Scenario = async (page, service, name) => {
  const { origin } = await createFormSite(service, `wait-${name}@customer.test`);
  await page.goto(`${origin}/${name}?block=undeliverable+disposable`);
  await page.evaluate((dead) => {
    window.fetch = async (_, { body } = {}) => {
      await new Promise((done) => void setTimeout(done, 300));
      const data = String(body).includes(dead) ? { status: 'undeliverable' } : { token: 't' };
      return Response.json({ data });
    };
  }, UNDELIVERABLE_ADDRESS);
  await type(page, UNDELIVERABLE_ADDRESS);
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page)).toMatchObject({ validationMessage: REFUSED });
  // A user who keeps typing while the form is held, and submits twice, sends only the final value,
  // and only once. The test acts without pauses, because on a busy machine a pause could be longer
  // than the hold.
  await page.evaluate((given) => {
    const [where = '', button = '', early = '', good = ''] = given.split('\n');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    const input = document.querySelector(where);
    for (const address of [early, good, '']) {
      if (address !== '') {
        set?.call(input, address);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      document.querySelector<HTMLElement>(button)?.click();
    }
  }, [FIELD, SEND, 'early@sandbox.test', GOOD].join('\n'));
  await expectSubmitted(page, GOOD);
  const [, token, times, by] = (await textOf(page, 'output'))?.split(' ') ?? [];
  expect([token, times]).toEqual(['t', '1']);
  if (name === 'plain') expect(by).toBe('button');
};

/** Scenarios that every form must pass. */
export const COMMON_SCENARIOS = [
  [
    'shows a note about a bad address, submits it anyway, and submits a token for a good one',
    goesOn,
  ],
  ['is submitted once, with its button, when the result has arrived', waits],
  ['blocks addresses that it should block, and accepts a corrected typo', refuses],
] as const;

const forgets: Scenario = async (page, service) => {
  const { origin } = await createFormSite(service, 'form-reset@customer.test');
  await page.goto(`${origin}/plain?block=undeliverable`);
  const reset = () =>
    page.evaluate((where) => {
      const input = document.querySelector<HTMLInputElement>(where);
      input?.form?.reset();
      return { value: input?.value, isRefused: input?.validity.customError };
    }, FIELD);
  await blurUntilNote(page, UNDELIVERABLE_ADDRESS, REFUSED);
  expect(await field(page)).toMatchObject({ validationMessage: REFUSED });
  expect(await reset()).toEqual({ value: '', isRefused: false });
  expect(await noteText(page)).toBe('');
  await typeAndBlur(page, GOOD);
  await expect.poll(() => textOf(page, '[name=tamis_token]')).toBe('');
  await reset();
  expect(await textOf(page, '[name=tamis_token]')).toBeUndefined();
};

const ignoresLateAnswer: Scenario = async (page, service) => {
  const { origin } = await createFormSite(service, 'form-late@customer.test');
  await page.goto(`${origin}/plain`);
  await page.evaluate((suggestion) => {
    window.fetch = async () => {
      await new Promise((done) => void setTimeout(done, 2500));
      return Response.json({ data: { suggestion } });
    };
    document.addEventListener('tamis:answer', () => (document.body.dataset['answered'] = ''));
  }, 'ada@gmail.com');
  await typeAndBlur(page, 'ada@gmial.com');
  const isAnswered = () => page.evaluate(() => 'answered' in document.body.dataset, '');
  await expect.poll(isAnswered, { timeout: 20_000 }).toBe(true);
  expect(await noteText(page)).toBe('');
};

const letsGo: Scenario = async (page, service) => {
  const { origin } = await createFormSite(service, 'form-disabled@customer.test');
  await page.goto(`${origin}/plain?block=undeliverable`);
  await blurUntilNote(page, UNDELIVERABLE_ADDRESS, REFUSED);
  // Imitates a form that disables the address field when the user chooses a phone number.
  await page.evaluate((where) => {
    const input = document.querySelector<HTMLInputElement>(where);
    if (input) input.disabled = true;
  }, FIELD);
  await submitForm(page);
  await expectSubmitted(page, 'null');
};

const asksOnce: Scenario = async (page, service) => {
  const { origin } = await createFormSite(service, 'form-twice@customer.test');
  await page.goto(`${origin}/plain`);
  await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[data-key]');
    const again = document.createElement('script');
    for (const { name, value } of script?.attributes ?? []) again.setAttribute(name, value);
    const loaded = new Promise((done) => again.addEventListener('load', done));
    document.body.append(again);
    await loaded;
  }, '');
  await blurUntilNote(page, UNDELIVERABLE_ADDRESS, REFUSED);
  const notes = () => page.evaluate(() => document.querySelectorAll('tamis-note').length, '');
  expect(await notes()).toBe(1);
};

const watchesShadow: Scenario = async (page, service) => {
  const { origin } = await createFormSite(service, 'form-shadow@customer.test');
  await page.goto(`${origin}/shadow`);
  const found = () =>
    page.evaluate((dead) => {
      window.fetch = async () => Response.json({ data: { status: 'undeliverable' } });
      const root = document.querySelector('div')?.shadowRoot;
      const input = root?.querySelector('input');
      if (input?.value !== dead) input?.focus();
      const line = root?.querySelector('tamis-note')?.shadowRoot?.textContent;
      return [input?.validationMessage, line];
    }, UNDELIVERABLE_ADDRESS);
  await expect.poll(found).toEqual(['', '']);
  await page.keyboard.type(UNDELIVERABLE_ADDRESS);
  await page.keyboard.press('Enter');
  const refused = 'Cette adresse ne reçoit pas d’e-mails.';
  await expect.poll(found).toEqual([refused, refused]);
  expect(page.url()).not.toContain('/sent');
};

const callsItsMethods: Scenario = async (page, service) => {
  const { origin, form } = await createFormSite(service, 'form-names@customer.test');
  await page.goto(`${origin}/plain?block=undeliverable`);
  // Fields named like a form's methods hide those methods.
  await page.evaluate((names) => {
    for (const name of names.split(' ')) {
      const hidden = document.createElement('input');
      hidden.type = 'hidden';
      hidden.name = name;
      document.querySelector('form > button')?.before(hidden);
    }
  }, 'append requestSubmit');
  await type(page, GOOD);
  await page.keyboard.press('Enter');
  const token = await expectSubmitted(page, GOOD);
  const given = { secret: form.secret, key: form.test_key };
  expect(await verifyFormToken(token, given)).toMatchObject({ email: GOOD });
};

const looksAgain: Scenario = async (page, service) => {
  const { origin, form } = await createFormSite(service, 'form-silent@customer.test');
  await page.goto(`${origin}/plain?block=undeliverable`);
  await blurUntilNote(page, UNDELIVERABLE_ADDRESS, REFUSED);
  expect(await field(page)).toMatchObject({ validationMessage: REFUSED });
  await page.evaluate((given) => {
    const [where = '', address = ''] = given.split('\n');
    const input = document.querySelector<HTMLInputElement>(where);
    if (input) input.value = address;
  }, `${FIELD}\n${GOOD}`);
  await submitForm(page);
  const token = await expectSubmitted(page, GOOD);
  const given = { secret: form.secret, key: form.test_key };
  expect(await verifyFormToken(token, given)).toMatchObject({ email: GOOD });
};

const ignoresSeveral: Scenario = async (page, service) => {
  const { origin } = await createFormSite(service, 'form-several@customer.test');
  await page.goto(`${origin}/plain`);
  await page.evaluate((wanted) => {
    const several = document.createElement('input');
    document
      .querySelector(wanted)
      ?.replaceWith(Object.assign(several, { type: 'email', multiple: true }));
  }, FIELD);
  await typeAndBlur(page, `${GOOD}, ${UNDELIVERABLE_ADDRESS}`);
  expect(await noteText(page)).toBeUndefined();
};

export const SINGLE_FORM_SCENARIOS = [
  ['is checked in a form whose fields are named like its methods', callsItsMethods],
  ['is checked again if the page has changed it without an event', looksAgain],
  ['is cleared when the form is reset', forgets],
  ['shows no note if the result arrives late', ignoresLateAnswer],
  ['is checked in a shadow root, in its language', watchesShadow],
  ['does not block the form if the page has disabled the field', letsGo],
  ['is not checked if it accepts several addresses', ignoresSeveral],
  ['is checked once if the page contains the script twice', asksOnce],
] as const;

/** Asserts that the note follows the text direction, but an address reads left to right. */
export const assertRightToLeft: Scenario = async (page, service, name) => {
  const { origin } = await createFormSite(service, 'right-to-left@customer.test');
  await page.goto(`${origin}/${name}?dir=rtl`);
  // In right-to-left text, the leading digit would move to the other side.
  const address = '1.ada@gmail.com';
  await suggest(page, address);
  await type(page, '1.ada@gmial.com');
  await expect.poll(() => noteText(page)).toContain(address);
  const { start, end, width, places, bidi } = await page.evaluate(() => {
    const line = document.querySelector('tamis-note')?.shadowRoot?.querySelector('p');
    const button = line?.querySelector('button');
    const text = button?.firstChild;
    if (!line || !button || !text) throw new Error('expected a suggestion');
    const around = line.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(line);
    const inner = range.getBoundingClientRect();
    const lefts = Array.from(text.textContent ?? '', (_, at) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
    return {
      start: around.right - inner.right,
      end: inner.left - around.left,
      width: inner.width,
      places: lefts,
      bidi: getComputedStyle(button).unicodeBidi,
    };
  }, '');
  expect(start).toBeCloseTo(0, 0);
  expect(width).toBeGreaterThan(0);
  expect(end).toBeGreaterThan(width);
  expect(bidi).toBe('isolate');
  expect(places).toEqual(places.toSorted((one, other) => one - other));
};
