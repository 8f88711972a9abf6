/** Newsletter invitation on a first visit. Shown once, however it is closed. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/useCall';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { useHouseWords } from '../../parts/houseWords';
import { Picture } from '../../parts/Picture';
import { rememberFirstVisit } from '../../state/consentRecord';
import { NewsletterForm } from '../NewsletterForm';
import styles from './Invitation.module.css';

export interface InvitationProps {
  open: boolean;
  onClose: () => void;
}

export function Invitation({ open, onClose }: InvitationProps) {
  const { t } = useLingui();
  const words = useHouseWords();
  const { data } = useCall('page/home', {});
  const [thanks, setThanks] = useState('');
  const image = data?.story?.image ?? data?.hero?.image;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={thanks ? t`Thank you` : words.newsletterTitle}
      titleHidden
      wide
      id="invitation"
    >
      <div className={styles.grid} data-pictured={image ? '' : undefined}>
        {image && <Picture image={image} sizes="400px" ratio="4/5" decorative className={styles.picture} />}
        {thanks ? (
          <Thanks text={thanks} onClose={onClose} />
        ) : (
          <div className={styles.text}>
            <p className={styles.title} aria-hidden="true">
              {words.newsletterTitle}
            </p>
            <p>{words.invitation}</p>
            <NewsletterForm
              id="newsletter-lightbox"
              source="lightbox"
              eager
              onDone={(text) => {
                rememberFirstVisit();
                setThanks(text);
              }}
            />
            <Button variant="quiet" small onClick={onClose}>{t`No thanks`}</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Thanks({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  // The focused field was removed.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} className={styles.text} tabIndex={-1} role="status">
      <p className={styles.title}>{t`Thank you`}</p>
      <p>{text}</p>
      <p>
        <Button onClick={onClose}>{t`Continue shopping`}</Button>
      </p>
    </div>
  );
}
