import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VERDICT_STATUSES } from '../../../../../shared/model/verdict.ts';
import { useConfig } from '../../../lib/api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Code, CopyableCode } from '../../../ui/code/code.tsx';
import { PlainForm } from '../../../ui/form/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from './api-page.module.css';

interface ExampleCheck {
  /** Origin of the API without a trailing slash. */
  readonly origin: string;
  readonly apiKey: string;
  readonly email: string;
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const quoteForJavaScript = (text: string): string =>
  `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

export function createSnippets({
  origin,
  apiKey,
  email,
}: ExampleCheck): { name: string; code: string }[] {
  const url = `${origin}/api/verify/email`;
  return [
    {
      name: 'curl',
      code: `curl ${url} \\
  -H ${quoteForShell(`X-Api-Key: ${apiKey}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoteForShell(JSON.stringify({ email }))}`,
    },
    {
      name: 'JavaScript',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-Api-Key': ${quoteForJavaScript(apiKey)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: ${quoteForJavaScript(email)} }),
});
const { result } = await response.json();
console.log(result.status, result.reason);`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"email": ${JSON.stringify(email)}}).encode(),
    headers={"X-Api-Key": ${JSON.stringify(apiKey)}, "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    result = json.load(response)["result"]
print(result["status"], result["reason"])`,
    },
  ];
}

/** Response headers that matter to programs. CORS exposes both to pages of other origins. */
const SHOWN_HEADERS = ['content-type', 'retry-after'] as const;
const TIMEOUT_MS = 60_000;

function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/**
 * Sends the call that an external program would send: with an API key, without the session.
 * @returns the response from the API, whatever its status
 * @throws if there is no response, or if the key contains characters that a header cannot have
 */
async function sendExampleCheck({ origin, apiKey, email }: ExampleCheck) {
  const start = performance.now();
  const response = await fetch(`${origin}/api/verify/email`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = prettyPrint(await response.text());
  return {
    ok: response.ok,
    status: `${response.status} ${response.statusText}`.trim(),
    ms: Math.round(performance.now() - start),
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body,
  };
}

/** Addresses for which test keys return fixed verdicts. */
export const SANDBOX_ADDRESSES = VERDICT_STATUSES.map((name) => `${name}@sandbox.test`);

/**
 * Calls the API and shows the equivalent code. A pasted key is kept only in the form state, so it
 * is discarded when the user leaves the page.
 */
export function ApiPlayground({ testKey }: { testKey: string }) {
  const { t } = useTranslation();
  const origin = useConfig().apiHost || location.origin;
  const [key, setKey] = useState(testKey);
  const [email, setEmail] = useState(SANDBOX_ADDRESSES[0] ?? '');
  const [chosen, setChosen] = useState(0);
  const addresses = useId();
  const example = { origin, apiKey: key.trim(), email: email.trim() };
  const call = useMutation({ mutationFn: () => sendExampleCheck(example), gcTime: 0 });
  return (
    <>
      <p className="muted prose">{t('programs.tryIt.lead')}</p>
      <PlainForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!call.isPending) call.mutate();
        }}
      >
        <div className={styles.fields}>
          <TextField
            label={t('programs.keys.key')}
            hint={t('programs.tryIt.keyHint')}
            value={key}
            onChange={({ target }) => setKey(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            label={t('checks.label')}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            list={addresses}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <datalist id={addresses}>
            {SANDBOX_ADDRESSES.map((address) => (
              <option key={address} value={address} />
            ))}
          </datalist>
        </div>
        <Button type="submit" variant="primary" busy={call.isPending} className={styles.send}>
          {t('programs.tryIt.send')}
        </Button>
      </PlainForm>
      <div role="status">
        {call.isError && <Notice tone="invalid">{t('programs.tryIt.failed')}</Notice>}
        {call.isSuccess && <ResponseView {...call.data} />}
      </div>
      <section className={styles.snippets}>
        <h3>{t('programs.snippets')}</h3>
        <Tabs
          withoutCard
          chosen={chosen}
          onChoose={setChosen}
          label={t('programs.languages')}
          tabs={createSnippets(example).map(({ name, code }) => ({
            name,
            title: name,
            content: <CopyableCode name={name} code={code} />,
          }))}
        />
      </section>
    </>
  );
}

function ResponseView({
  ok,
  status,
  ms,
  headers,
  body,
}: Awaited<ReturnType<typeof sendExampleCheck>>) {
  const { t } = useTranslation();
  return (
    <div className={styles.snippet}>
      <p>
        <strong className="toned" data-tone={ok ? 'valid' : 'invalid'}>
          {status}
        </strong>{' '}
        <span className="muted prose">{t('programs.tryIt.took', { ms })}</span>
      </p>
      <Code
        name={t('programs.tryIt.response')}
        code={`${headers.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${body}`}
      />
    </div>
  );
}
