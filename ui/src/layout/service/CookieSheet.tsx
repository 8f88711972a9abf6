/**
 * Cookie banner at the foot of the first page, with three equal answers (experience.md §3). Not modal: the page stays
 * usable. It takes focus unless another element has it. Esc hides it without a decision: nothing optional is stored, and
 * the next visit asks again.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { urls } from '../../domain/urls';
import { Button } from '../../parts/Button';
import { Link } from '../../parts/Link';
import { openCookieSettings } from '../../state/consent';
import { ALL_ALLOWED, type ConsentChoice, NONE_ALLOWED, saveChoice } from '../../state/consentRecord';
import { announce } from '../../state/liveRegion';
import { useLang } from '../../state/site';
import { CookieAnswers } from './CookieAnswers';
import styles from './CookieSheet.module.css';

/** Reserves space for the banner, so that it covers neither focused elements nor the end of the page (2.4.11). */
function useScrollPadding(ref: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const sheet = ref.current;
    const { documentElement: root } = document;
    if (!sheet) return;
    // The observer reports the first height too, before the first paint and without a layout of its own.
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--cookie-sheet-height', `${sheet.offsetHeight}px`),
    );
    observer.observe(sheet);
    root.classList.add('has-sheet');
    return () => {
      observer.disconnect();
      root.classList.remove('has-sheet');
      root.style.removeProperty('--cookie-sheet-height');
    };
  }, [ref]);
}

export function CookieSheet() {
  const { t } = useLingui();
  const lang = useLang();
  const ref = useRef<HTMLElement>(null);
  const [dismissed, setDismissed] = useState(false);
  useScrollPadding(ref);

  useEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);

  /** Moves focus from the banner to the start of the page. */
  const moveFocusToPage = () => {
    if (!ref.current?.contains(document.activeElement)) return;
    document.querySelector<HTMLElement>('a[href="#main"]')?.focus({ preventScroll: true });
  };
  const decide = (choice: ConsentChoice) => {
    moveFocusToPage();
    saveChoice(choice);
    announce(t`Your choice is saved.`);
  };

  if (dismissed) return null;
  return (
    <section
      ref={ref}
      id="cookies"
      className={styles.sheet}
      role="dialog"
      aria-labelledby="cookies-title"
      aria-describedby="cookies-text"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        moveFocusToPage();
        setDismissed(true);
      }}
    >
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.text}>
          <h2 id="cookies-title" className={styles.title}>{t`Your choice of cookies`}</h2>
          <p id="cookies-text">
            <Trans>
              What the boutique needs to work is always on. With your consent we also remember small comforts, count
              visits and allow an external captcha. You can change your mind at any time at the foot of each page.{' '}
              <Link href={urls.help(lang, 'privacy-statement')}>Privacy statement</Link>
            </Trans>
          </p>
        </div>
        <CookieAnswers className={styles.buttons}>
          <Button variant="secondary" onClick={() => decide(ALL_ALLOWED)}>{t`Accept all`}</Button>
          <Button variant="secondary" onClick={() => decide(NONE_ALLOWED)}>{t`Reject all`}</Button>
          <Button variant="secondary" aria-haspopup="dialog" onClick={openCookieSettings}>{t`Choose`}</Button>
        </CookieAnswers>
      </div>
    </section>
  );
}
