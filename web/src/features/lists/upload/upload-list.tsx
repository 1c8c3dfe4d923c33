import { useEffect, useImperativeHandle, useRef, useState, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { UploadProgress } from './upload-progress.tsx';
import styles from './upload-list.module.css';
import { useUpload } from './use-upload.ts';

const BANNER_MS = 10_000;

interface Choice {
  file: File;
  several: boolean;
}

/** What other parts of the page can begin here. */
export interface UploadStarts {
  paste: () => void;
  take: (file: File) => void;
}

interface Props {
  onSubmitted: () => void;
  ref: Ref<UploadStarts>;
}

/** Takes a file and a name for it, shows the upload, then tells the user what happens next. */
export function UploadList({ onSubmitted, ref }: Props) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>();
  const [pasting, setPasting] = useState(false);
  const [banner, showBanner] = useBanner();
  const upload = useUpload(() => {
    showBanner();
    onSubmitted();
  });
  const { submission } = upload;
  const panel = useKeptFocus(submission);
  useImperativeHandle(ref, () => {
    // One list is sent at a time: with another one, the first is what has to be looked at.
    const unlessSending = (begin: () => void): void =>
      submission ? panel.current?.focus() : begin();
    return {
      paste: () => unlessSending(() => setPasting(true)),
      take: (file) => unlessSending(() => setChoice({ file, several: false })),
    };
  });
  return (
    <div ref={panel} tabIndex={-1} className={styles.panel}>
      <div role="status">
        {banner && <Notice tone="info">{t('lists.upload.submitted')}</Notice>}
      </div>
      {submission ? (
        <UploadProgress upload={upload} name={submission.name} />
      ) : (
        <DropZone
          onFile={(file, several) => setChoice({ file, several })}
          onPaste={() => setPasting(true)}
        />
      )}
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onFile={(file) => {
            setPasting(false);
            setChoice({ file, several: false });
          }}
        />
      )}
      <NameDialog
        file={choice?.file}
        several={choice?.several ?? false}
        onClose={() => setChoice(undefined)}
        onNamed={(name) => {
          if (choice) upload.start({ name, file: choice.file });
          setChoice(undefined);
        }}
      />
    </div>
  );
}

/** An element that gets the focus when the focused one was removed by a change of `part`. */
function useKeptFocus(part: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(part);
  useEffect(() => {
    const lost = document.activeElement === document.body;
    if (before.current !== part && lost) element.current?.focus({ preventScroll: true });
    before.current = part;
  }, [part]);
  return element;
}

/** Whether the banner is shown, and a function that shows it for ten seconds. */
function useBanner(): [boolean, () => void] {
  const [shownAt, setShownAt] = useState<number>();
  useEffect(() => {
    if (shownAt === undefined) return undefined;
    const timer = setTimeout(() => setShownAt(undefined), BANNER_MS);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return [shownAt !== undefined, () => setShownAt(performance.now())];
}
