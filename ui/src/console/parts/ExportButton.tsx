/** What a list's filters leave, on all its pages, as a file. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { asApiError } from '../api/client';
import { addressOf, save } from '../api/files';
import type { Document } from '../api/types';
import { Button } from './Button';
import { useMessageText } from './text';
import { toast } from './toasts';

interface Props {
  /** Asks for the file. */
  ask: () => Promise<Document>;
  isDisabled: boolean;
}

export function ExportButton({ ask, isDisabled }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  async function write() {
    setBusy(true);
    try {
      const document = await ask();
      save(document, addressOf(document));
    } catch (error) {
      toast(say(asApiError(error)));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon="download" isDisabled={isDisabled} isPending={isBusy} onPress={() => void write()}>
      {isBusy ? t`Exporting…` : t`Export as CSV`}
    </Button>
  );
}
