import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { FAILED_CALL_MESSAGE, it as base, setCookie } from './visitor.ts';

/** The four boxes of a one-time code, with keyboard and clipboard input in a real browser. */

interface Boxes {
  /** Returns the digits (`_` for none) and the position of the focused box, starting at 1. */
  contents(): Promise<string>;
  focus(position: number): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  paste(text: string): Promise<void>;
  /** Enters the whole code into the first box, as a phone does with a code from a text message. */
  autofill(code: string): Promise<void>;
  canSubmit(): Promise<boolean>;
}

const it = base.extend<{ boxes: Boxes }>({
  boxes: async ({ visitor, service }, use) => {
    const { page, context } = visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await setCookie(visitor, { email: 'boxes@customer.test' }, service);
    // The call gets no response, so that the boxes remain as they are.
    await page.route('**/api/verify-email', () => undefined);
    await page.goto(paths.otp);
    const box = (position: number) => page.getByLabel(`Digit ${position} of 4`);
    await box(1).waitFor();
    await use({
      contents: () =>
        page.evaluate(() => {
          const inputs = [...document.querySelectorAll('input')];
          const focused = inputs.findIndex((input) => input === document.activeElement) + 1;
          return `${inputs.map(({ value }) => value || '_').join('')} ${focused}`;
        }),
      focus: (position) => box(position).click(),
      async press(...keys) {
        for (const key of keys) await page.keyboard.press(key);
      },
      async paste(text) {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
        await page.keyboard.press('Control+V');
      },
      autofill: (code) => box(1).fill(code),
      canSubmit: () => page.getByRole('button', { name: t('registration.otp.submit') }).isEnabled(),
    });
  },
});

it.override({ tolerated: FAILED_CALL_MESSAGE });

it('accepts only digits, one per box, and submits a complete code once', async ({
  visitor,
  boxes,
}) => {
  const sent: unknown[] = [];
  await visitor.page.route('**/api/verify-email', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({
      status: 422,
      json: { message: ['Not this one'], code: 'wrong_code' },
    });
  });
  await boxes.press('1', 'a', 'Space', '2', '-', 'Z', '3');
  expect(await boxes.contents()).toBe('123_ 4');
  expect(await boxes.canSubmit()).toBe(false);
  await boxes.press('4');
  await visitor.page.getByText('Not this one').waitFor();
  // A wrong code is cleared and announced once; the next code is submitted automatically, too.
  expect(await visitor.page.getByText('Not this one').count()).toBe(1);
  expect(await boxes.contents()).toBe('____ 1');
  expect(await boxes.canSubmit()).toBe(false);
  await boxes.paste('5678');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([
    expect.objectContaining({ otp: '1234' }),
    expect.objectContaining({ otp: '5678' }),
  ]);
});

it('fills the boxes from the focused one with a pasted code', async ({ boxes }) => {
  await boxes.focus(1);
  await boxes.paste('123456');
  expect(await boxes.contents()).toBe('1234 4');
  await boxes.focus(3);
  await boxes.paste('98');
  expect(await boxes.contents()).toBe('1298 4');
  await boxes.focus(1);
  await boxes.paste('1 2-3a4');
  expect(await boxes.contents()).toBe('1234 4');
  await boxes.press('Backspace', 'Backspace', 'Backspace', 'Backspace', '9');
  expect(await boxes.contents()).toBe('9___ 2');
  await boxes.paste('123456');
  expect(await boxes.contents()).toBe('9123 4');
});

it('clears a digit and moves back with Backspace, and clears it in place with Delete', async ({
  boxes,
}) => {
  await boxes.autofill('1234');
  expect(await boxes.contents()).toBe('1234 4');
  await boxes.press('Backspace');
  expect(await boxes.contents()).toBe('123_ 3');
  await boxes.focus(2);
  await boxes.press('Backspace');
  expect(await boxes.contents()).toBe('1_3_ 1');
  await boxes.press(t('common.delete'));
  expect(await boxes.contents()).toBe('__3_ 1');
  expect(await boxes.canSubmit()).toBe(false);
});

it('moves with arrow keys, over empty boxes too, and replaces the focused digit', async ({
  boxes,
}) => {
  await boxes.focus(1);
  await boxes.press('ArrowLeft', 'ArrowRight', 'ArrowRight');
  expect(await boxes.contents()).toBe('____ 3');
  await boxes.press('5', 'ArrowLeft', '6', 'ArrowRight', 'ArrowRight');
  expect(await boxes.contents()).toBe('__6_ 4');
});

it('offers the code of a text message only to the first box', async ({
  visitor: { page },
  boxes,
}) => {
  expect(await boxes.contents()).toMatch(/^____/);
  const autocompleteHints = await page
    .getByLabel(/^Digit/)
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(autocompleteHints).toEqual(['one-time-code', 'off', 'off', 'off']);
});
