/** Statements by the button. */

import { useLingui } from '@lingui/react/macro';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/Button';

export function ChooseFile({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: File[]) => void }) {
  const { t } = useLingui();
  return (
    <FileTrigger
      allowsMultiple
      // Some systems know banks' files by their ending only.
      acceptedFileTypes={['.xml', '.csv', '.txt', 'text/csv', 'text/xml', 'application/xml']}
      onSelect={(files) => files && onFiles([...files])}
    >
      <Button variant="primary" icon="upload" isPending={isBusy}>
        {isBusy ? t`Reading…` : t`Choose a statement`}
      </Button>
    </FileTrigger>
  );
}
