import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { Section } from '../../parts/Page';
import { RecoveryCodes } from '../../parts/RecoveryCodes';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function CodesSection() {
  const { t } = useLingui();
  const say = useMessageText();
  const [codes, setCodes] = useState<string[]>();
  const make = useMutation({
    mutationFn: () => call('staff/recovery_codes', {}),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  });
  return (
    <Section
      id="codes"
      title={t`Recovery codes`}
      lead={t`Each code replaces the six digits of your phone once. New codes end the old ones.`}
    >
      {make.error && (
        <Notice tone="error" isLive>
          {say(make.error)}
        </Notice>
      )}
      <Actions>
        <Button isPending={make.isPending} onPress={() => make.mutate()}>
          {t`Make new recovery codes`}
        </Button>
      </Actions>
      {codes && (
        <Dialog title={t`Your new recovery codes`} isOpen isPersistent onClose={() => setCodes(undefined)} wide>
          <RecoveryCodes
            codes={codes}
            doneLabel={t`Done`}
            onDone={() => {
              setCodes(undefined);
              toast(t`The new recovery codes are in force.`);
            }}
          />
        </Dialog>
      )}
    </Section>
  );
}
