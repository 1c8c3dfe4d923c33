import { useState } from 'react';
import { DropZone } from './drop-zone.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { useAddFiles } from './uploads.tsx';

export function UploadList() {
  const [pasting, setPasting] = useState(false);
  const addFiles = useAddFiles();
  return (
    <>
      <DropZone onFiles={(files) => void addFiles(files)} onPaste={() => setPasting(true)} />
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onFile={(file) => {
            setPasting(false);
            void addFiles([file]);
          }}
        />
      )}
    </>
  );
}
