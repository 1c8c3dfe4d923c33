import { useTranslation } from 'react-i18next';
import type { Language } from '../../shared/model/account.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { PUBLIC_TEST_KEY } from '../../shared/model/key-kind.ts';
import { findCheapestPlans } from '../../shared/model/plans/cheapest-plans.ts';
import { getPlansOnSale, toPlanRow } from '../../shared/model/plans/plans.ts';
import { KIND_BY_STATUS, VERDICT_STATUSES } from '../../shared/model/verdict.ts';
import { getText } from '../../shared/texts/text.ts';
import { AddressSlider } from '../src/features/billing/address-slider.tsx';
import { CommonFeatures, PlanGroup } from '../src/features/billing/plan-group.tsx';
import { commonFeaturesOf } from '../src/features/billing/plan-labels.ts';
import checkStyles from '../src/features/checks/single-check.module.css';
import { Breakdown } from '../src/features/lists/page/breakdown.tsx';
import { nowrap } from '../src/i18n/nowrap.ts';
import { paths, pricesPath } from '../src/lib/paths.ts';
import { useFormat } from '../src/lib/use-format.ts';
import { Button } from '../src/ui/button/button.tsx';
import { LinkButton } from '../src/ui/button/link-button.tsx';
import { TextField } from '../src/ui/form/text-field.tsx';
import { Notice } from '../src/ui/notice.tsx';
import { composeGuide } from './compose-guide.ts';
import styles from './docs.module.css';
import { Markdown } from './markdown.tsx';
import { labels } from './texts.ts';

interface Props {
  language: Language;
}

/** An invented result. */
const SAMPLE = { processed: 4800, valid: 3900, invalid: 640, risky: 190, unknown: 70 };
const REASONS = { accepted: 3900, no_such_mailbox: 640, catch_all: 190, greylisted: 70 };

const ADDRESSES = 37_000;

const plansFor = (language: Language) =>
  getPlansOnSale().map((plan) => toPlanRow(plan, 'excluded', `${paths.signup}?lang=${language}`));

export function Start({ language }: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const text = nowrap(labels[language]);
  const proofs = [
    [number(100_000), text.simulated],
    [`≈\u00a0${number(2100)}`, text.servers],
    [number(0.001), text.score],
  ] as const;
  return (
    <main className="start">
      <section className="columns">
        <div>
          <h1>{text.headline}</h1>
          <p className="lead">{text.startText}</p>
          <SignUp language={language} />
        </div>
        <LiveCheck language={language} />
      </section>
      <section>
        <h2>{text.sample}</h2>
        <p className="lead">{text.sampleText}</p>
        <div className="panel">
          <Breakdown list={{ ...SAMPLE, reasons: REASONS }} filter={{}} onChoose={undefined} />
        </div>
      </section>
      <section>
        <h2>{text.prices}</h2>
        <p className="lead">{t('billing.pricing.lead')}</p>
        <Estimate language={language} />
        <a href={`${pricesPath}${language}.html`}>{t('list.prices')}</a>
      </section>
      <section>
        <h2>{text.proofs}</h2>
        <dl>
          {proofs.map(([figure, claim]) => (
            <div key={figure}>
              <dt>{figure}</dt>
              <dd>{claim}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{text.code}</h2>
        <p className="lead">{text.codeText}</p>
        <Markdown
          text={composeCall(language)}
          className={`${styles.main} columns`}
          copy={text.copy}
          copied={text.copied}
        />
      </section>
    </main>
  );
}

/** All outcomes are part of the page; start-page.ts shows those that apply. */
function LiveCheck({ language }: Props) {
  const { t } = useTranslation();
  const text = labels[language];
  const sentences = Object.entries({
    start: text.notKept,
    checking: text.checking,
    daily_bound: text.spent,
    bad_address: getText(language, 'error.bad_address'),
    too_many_requests: getText(language, 'error.too_many_requests'),
    internal: getText(language, 'error.internal'),
    ...t('verdict.explain', { returnObjects: true }),
    suggestion: t('common.suggestion', { email: '%' }),
  });
  return (
    <form className="panel" id="check">
      <div className={checkStyles.row}>
        {/* Without a name, the browser never sends the address as part of a URL. */}
        <TextField
          type="email"
          autoComplete="email"
          required
          label={text.check}
          placeholder={t('checks.placeholder')}
        />
        <Button type="submit">{t('checks.submit')}</Button>
      </div>
      <p className="wrap small">
        {text.samples}
        {VERDICT_STATUSES.map((status) => (
          <button key={status} type="button" value={`${status}@sandbox.test`} className="linked">
            {t(`checks.verdict.${status}`)}
          </button>
        ))}
      </p>
      <div role="status">
        {VERDICT_STATUSES.map((status) => (
          <div key={status} data-when={status} hidden>
            <Notice tone={KIND_BY_STATUS[status]}>{t(`checks.verdict.${status}`)}</Notice>
          </div>
        ))}
        {sentences.map(([when, sentence]) => (
          <p key={when} data-when={when} hidden={when !== 'start'}>
            {sentence}
          </p>
        ))}
      </div>
    </form>
  );
}

/** Returns the first sample of the guide, with its response, for a reader without a key. */
function composeCall(language: Language): string {
  const blocks = composeGuide('{{verify-one}}', language).split('```');
  const request = blocks[1]?.replace('$TAMIS_API_KEY', PUBLIC_TEST_KEY);
  const response = blocks.at(-2)?.replace(/("flags": ){[^}]*}/, '$1{ … }');
  return `\`\`\`${request}\`\`\`\n\n\`\`\`${response}\`\`\``;
}

const SignUp = ({ language }: Props) => (
  <LinkButton variant="primary" href={`${paths.signup}?lang=${language}`}>
    {labels[language].start.replace('{count}', String(WELCOME_CREDITS))}
  </LinkButton>
);

/** The slider of the app; start-page.ts updates the price. */
function Estimate({ language }: Props) {
  const { t } = useTranslation();
  const { euros } = useFormat();
  const { cents = 0, credits = 0 } = findCheapestPlans(plansFor(language), ADDRESSES)?.packs ?? {};
  return (
    <form className="panel" id="estimate">
      <AddressSlider addresses={ADDRESSES} onChange={() => undefined} />
      <output>
        <b>{euros(cents)}</b>
        <span>{t('billing.pricing.credits', { count: credits })}</span>,{' '}
        {t('lists.buyMore.excluded')}. {t('billing.pricing.packsLead')}
      </output>
    </form>
  );
}

const GROUPS = [
  ['once', 'packs', 'packsLead'],
  ['month', 'monthly', 'subscriptionsLead'],
  ['year', 'yearly', 'subscriptionsYearlyLead'],
] as const;

export function Prices({ language }: Props) {
  const { t } = useTranslation();
  const text = labels[language];
  const plans = plansFor(language);
  const common = commonFeaturesOf(plans, language);
  return (
    <main className="start">
      <section>
        <h1>{text.prices}</h1>
        <p className="lead">{t('billing.pricing.lead')}</p>
        <Estimate language={language} />
      </section>
      {GROUPS.map(([interval, title, lead]) => (
        <PlanGroup
          key={interval}
          title={text[title]}
          lead={t(`billing.pricing.${lead}`)}
          plans={plans.filter((plan) => plan.interval === interval)}
          current={undefined}
          common={common}
          proposed={[]}
          mark=""
        />
      ))}
      <CommonFeatures items={common} />
      <p className="muted">{t('billing.pricing.vat.excluded')}</p>
    </main>
  );
}
