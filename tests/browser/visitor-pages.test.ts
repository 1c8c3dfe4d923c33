import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { LANGUAGES } from '../../shared/model/account.ts';
import { findCheapestPlans } from '../../shared/model/plans/cheapest-plans.ts';
import { getPlansOnSale } from '../../shared/model/plans/plans.ts';
import { VERDICT_STATUSES } from '../../shared/model/verdict.ts';
import { labels } from '../../web/docs/texts.ts';
import { createFormatters } from '../../web/src/lib/format.ts';
import { paths, pricesPath, startPath } from '../../web/src/lib/paths.ts';
import { expectedVerdictsOf, listAddresses } from '../support/mailnet.ts';
import { apiText, t } from './english.ts';
import { THEMES, VIEWPORT_WIDTHS } from './screens/screen.ts';
import { FAILED_CALL_MESSAGE, it } from './visitor.ts';

const MAX_KIB = 120;

async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await runner.run();
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      ...(document.documentElement.scrollWidth > innerWidth ? ['scrolls horizontally'] : []),
    ];
  });
}

describe.each(LANGUAGES)('the pages for visitors in %s', (language) => {
  it('need no JavaScript, and show the prices of all plans', async ({ visitor, service }) => {
    const browser = visitor.page.context().browser();
    const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: service.url });
    const page = await context?.newPage();
    if (!context || !page) throw new Error('no browser');
    await page.goto(startPath);
    await page.getByRole('link', { name: { en: 'English', fr: 'Français' }[language] }).click();
    await page.locator(`html[lang=${language}]`).waitFor();
    expect(await page.title()).toBe(`${labels[language].headline} – Tamis`);
    await page.getByRole('navigation').getByRole('link', { name: labels[language].prices }).click();
    await page.waitForURL(`**${pricesPath}${language}.html`);
    const format = createFormatters(language);
    const prices = await page.locator('main li strong').allTextContents();
    expect(prices.toSorted()).toEqual(
      getPlansOnSale()
        .map(({ cents }) => format.euros(cents))
        .toSorted(),
    );
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(new Set(links)).toEqual(new Set([`${paths.signup}?lang=${language}`]));
    await context.close();
  });

  it('are accessible and light', async ({ visitor: { page } }) => {
    const faults: string[] = [];
    for (const path of [startPath, pricesPath]) {
      for (const colorScheme of THEMES)
        for (const width of VIEWPORT_WIDTHS) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await page.goto(`${path}${language}.html`);
          const found = await findFaults(page);
          faults.push(...found.map((fault) => `${path} ${colorScheme} ${width}: ${fault}`));
        }
      const bytes = await page.evaluate(async () => {
        await document.fonts.ready;
        return ['navigation', 'resource']
          .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      });
      expect(bytes / 1024).toBeLessThan(MAX_KIB);
    }
    expect(faults).toEqual([]);
  });

  it('show what any number of addresses costs', async ({ visitor: { page } }) => {
    const { euros, number } = createFormatters(language);
    const plans = getPlansOnSale().map(({ type, credits, cents }) => ({
      type,
      credits,
      price_cents: cents,
    }));
    await page.goto(`${startPath}${language}.html`);
    const output = page.locator('output');
    const expectPrice = async (addresses: number): Promise<void> => {
      const baskets = findCheapestPlans(plans, addresses);
      const { cents = 0, credits = 0 } = baskets?.packs ?? {};
      await expect.poll(() => output.innerText()).toContain(euros(cents));
      const shown = await output.innerText();
      expect(shown).toContain(number(credits));
    };
    await expectPrice(37_000);
    const amount = page.getByRole('spinbutton');
    const slider = page.getByRole('slider');
    for (const addresses of [1, 999, 24_000, 450_000, 10_000_000]) {
      await amount.fill(String(addresses));
      await expectPrice(addresses);
    }
    for (const key of ['Home', 'ArrowRight', 'End']) {
      await slider.press(key);
      await expectPrice(Number(await amount.inputValue()));
      expect(await slider.getAttribute('aria-valuetext')).toBe(
        number(Number(await amount.inputValue())),
      );
    }
    expect(await amount.inputValue()).toBe('10000000');
    await amount.fill('99000000');
    await expectPrice(10_000_000);
    await amount.fill('');
    await expectPrice(10_000_000);
  });
});

describe('the check on the start page', () => {
  it.override({ tolerated: FAILED_CALL_MESSAGE });

  it('checks a sample at once, and any other address after a proof of work', async ({
    visitor: { page },
  }) => {
    await page.goto(startPath);
    const outcome = page.locator('#check [role=status]');
    await outcome.getByText(labels.en.notKept).waitFor();
    for (const status of VERDICT_STATUSES) {
      const name = t(`checks.verdict.${status}`);
      await page.getByRole('button', { name, exact: true }).click();
      await outcome.getByText(name, { exact: true }).waitFor();
    }
    await outcome.getByText(t('verdict.explain.timeout')).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('unknown@sandbox.test');
    const truth = expectedVerdictsOf(1, listAddresses(1, 400)).find(
      ({ reason, undecidable }) => reason === 'no_such_mailbox' && !undecidable,
    );
    await page.getByRole('textbox').fill(truth?.email ?? '');
    await page.keyboard.press('Enter');
    await outcome.getByText(labels.en.checking).waitFor();
    await outcome.getByText(t('verdict.explain.no_such_mailbox')).waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('says why there is no verdict, and suggests a correction', async ({ visitor: { page } }) => {
    await page.goto(startPath);
    const outcome = page.locator('#check [role=status]');
    let body: object | undefined = {};
    await page.route('**/api/form/check', (route) =>
      body ? route.fulfill({ status: 429, json: body }) : route.abort(),
    );
    const expectText = async (response: object | undefined, text: string): Promise<void> => {
      body = response;
      await page.getByRole('textbox').fill('ada@gmial.com');
      await page.keyboard.press('Enter');
      await expect.poll(() => outcome.innerText()).toBe(text);
    };
    await expectText({ code: 'daily_bound' }, labels.en.spent);
    await expectText({ code: 'too_many_requests' }, apiText('error.too_many_requests'));
    await expectText({ code: 'bad_address' }, apiText('error.bad_address'));
    await expectText({ code: 'checks_unavailable' }, apiText('error.internal'));
    await expectText(undefined, apiText('error.internal'));
    const suggestion = 'ada@gmail.com';
    const data = { status: 'undeliverable', reason: 'no_such_domain', suggestion };
    const question = t('common.suggestion', { email: suggestion });
    await expectText(
      { data },
      [t('checks.verdict.undeliverable'), t('verdict.explain.no_such_domain'), question].join(
        '\n\n',
      ),
    );
  });
});

it('the start page shows a call that works, and its response', async ({
  visitor: { page },
  service,
}) => {
  await page.goto(startPath);
  const [call = '', shown = ''] = await page.locator('main pre').allInnerTexts();
  const partsOf = (option: string): string[] =>
    Array.from(
      call.matchAll(new RegExp(`-${option} (['"])(.*)\\1`, 'g')),
      ([, , part = '']) => part,
    );
  const url = /http\S+/.exec(call)?.[0];
  expect(url).toBe(`${service.url}/api/verify/email`);
  const headers = partsOf('H').map((header): [string, string] => {
    const [name = '', value = ''] = header.split(': ');
    return [name, value];
  });
  const response = await fetch(`${url}`, { method: 'POST', headers, body: partsOf('d').join() });
  const text = JSON.stringify(await response.json(), null, 2);
  expect(text.replace(/("flags": ){[^}]*}/, '$1{ … }')).toBe(shown.trim());
});

it('the pages for visitors keep the chosen language, also in the app', async ({
  visitor: { page },
}) => {
  await page.goto(startPath);
  await page.getByRole('link', { name: 'Français' }).click();
  await page.waitForURL(`**${startPath}fr.html`);
  for (const path of [pricesPath, startPath]) {
    await page.goto(path);
    await page.waitForURL(`**${path}fr.html`);
  }
  await page.getByRole('link', { name: labels.fr.logIn }).click();
  await page.locator('html[lang=fr]').waitFor();
  await page.waitForURL(`**${paths.login}`);
});

it('the login page links to the pages for visitors', async ({ visitor: { page } }) => {
  await page.goto(paths.login);
  for (const [name, path] of [
    [t('account.pitch.label'), startPath],
    [t('account.login.prices'), pricesPath],
  ] as const)
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(`${path}en.html`);
});
