/** The entries that the filters leave, as a file. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { asApiError, call } from '../../api/client';
import { addressOf, save } from '../../api/files';
import type { AuditFilters } from '../../api/queries';
import { Button } from '../../parts/Button';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function ExportButton({ filters, isDisabled }: { filters: AuditFilters; isDisabled: boolean }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  async function write() {
    setBusy(true);
    try {
      const document = await call('audit/export', filters);
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
