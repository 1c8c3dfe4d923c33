import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { withTexts } from '../i18n/i18n.ts';
import { useAppDependencies } from '../lib/api.ts';

const Reauthentication = lazy(async () => {
  const dialog = import('../features/second-factor/reauthentication.tsx');
  return { default: (await withTexts(dialog, 'security')).ReauthenticationDialog };
});

export function ReauthenticationPrompt() {
  const { reauthentication } = useAppDependencies();
  const [question, setQuestion] = useState<ComponentProps<typeof Reauthentication>>();
  useEffect(() => {
    reauthentication.prompt = (needed) =>
      new Promise<void>((resolve, reject) => {
        setQuestion({ needed, onDone: resolve, onCancel: () => reject(new Error('canceled')) });
      }).finally(() => setQuestion(undefined));
    return () => {
      delete reauthentication.prompt;
    };
  }, [reauthentication]);
  return <Suspense>{question && <Reauthentication {...question} />}</Suspense>;
}
