/**
 * Cookie preferences: entries by category from the server's table, and three equal answers (boutique.md §2, decisions.md
 * §4). Nothing is preselected.
 */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/useCall';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { consentStore } from '../../state/consent';
import { ALL_ALLOWED, type ConsentChoice, currentChoice, NONE_ALLOWED, saveChoice } from '../../state/consentRecord';
import { announce } from '../../state/liveRegion';
import { CookieAnswers } from './CookieAnswers';
import { CookieCategories } from './CookieCategories';
import styles from './CookieSettings.module.css';

export interface CookieSettingsProps {
  open: boolean;
}

export function CookieSettings({ open }: CookieSettingsProps) {
  const { t } = useLingui();
  const { data, error, retry } = useCall('common/cookies', {});
  const [choice, setChoice] = useState<ConsentChoice>(currentChoice);
  // Another page or form may have changed the decision.
  useEffect(() => {
    if (open) setChoice(currentChoice());
  }, [open]);

  const items = data?.items ?? [];
  const decide = (made: ConsentChoice) => {
    saveChoice(made, items);
    announce(t`Your choice is saved.`);
  };
  const close = () => consentStore.set({ settings: false });
  const isNarrow = window.matchMedia('(max-width: 599.98px)').matches;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Cookie settings`}
      placement={isNarrow ? 'bottom' : 'center'}
      wide
      id="cookie-settings"
      footer={
        <CookieAnswers className={styles.buttons}>
          <Button variant="secondary" onClick={() => decide(ALL_ALLOWED)}>{t`Accept all`}</Button>
          <Button variant="secondary" onClick={() => decide(NONE_ALLOWED)}>{t`Reject all`}</Button>
          <Button variant="secondary" onClick={() => decide(choice)}>{t`Save my choice`}</Button>
        </CookieAnswers>
      }
    >
      <CookieCategories id="cookies" heading="h3" items={items} choice={choice} onChoice={setChoice} />
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={4} />}
    </Dialog>
  );
}
