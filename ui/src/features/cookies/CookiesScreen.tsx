/**
 * Cookie preferences as a page, for browsers without scripts: its form is kept by the server (`src/http/consent.rs`), which
 * writes the same cookies as `state/consentRecord`. With scripts the links to it open the dialog.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/useCall';
import { queryValue, urls } from '../../domain/urls';
import { CookieAnswers } from '../../layout/service/CookieAnswers';
import { CookieCategories } from '../../layout/service/CookieCategories';
import { Button } from '../../parts/Button';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { ALL_ALLOWED, type ConsentChoice, currentChoice, NONE_ALLOWED, saveChoice } from '../../state/consentRecord';
import { announce } from '../../state/liveRegion';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, usePageInfo } from '../../state/site';
import styles from './CookiesScreen.module.css';

export default function CookiesScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { data, error, retry } = useCall('common/cookies', {});
  const { consent } = usePageInfo();
  const [choice, setChoice] = useState<ConsentChoice>(consent ?? NONE_ALLOWED);
  const [isSaved, setSaved] = useState(queryValue(search, 'done') === 'saved');
  usePage({ title: t`Cookie settings`, noindex: true });
  // Reached by a link within the shop, the page has no decision from the server.
  useEffect(() => setChoice((ticked) => (ticked === NONE_ALLOWED ? currentChoice() : ticked)), []);

  const items = data?.items ?? [];
  // Enter on a box presses the first of them.
  const answers: [value: string, made: ConsentChoice, label: string][] = [
    ['save', choice, t`Save my choice`],
    ['reject', NONE_ALLOWED, t`Reject all`],
    ['accept', ALL_ALLOWED, t`Accept all`],
  ];
  return (
    <div className={`wrap ${styles.screen}`}>
      <h1 tabIndex={-1}>{t`Cookie settings`}</h1>
      {isSaved && (
        <div role="status">
          <Notice tone="success" title={t`Your choice is saved.`} />
        </div>
      )}
      <p className={styles.text}>
        <Trans>
          What the boutique needs to work is always on. With your consent we also remember small comforts, count visits
          and allow an external captcha. You can change your mind at any time at the foot of each page.{' '}
          <Link href={urls.help(lang, 'privacy-statement')}>Privacy statement</Link>
        </Trans>
      </p>
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={4} />}
      <form method="post" action={`/${lang}/do/common/consent`} className={styles.form}>
        <CookieCategories id="choice" heading="h2" items={items} choice={choice} onChoice={setChoice} />
        <CookieAnswers>
          {answers.map(([value, made, label]) => (
            <Button
              key={value}
              type="submit"
              name="choice"
              value={value}
              variant="secondary"
              onClick={(event) => {
                event.preventDefault();
                setChoice(made);
                saveChoice(made, items);
                setSaved(true);
                announce(t`Your choice is saved.`);
                focusHeading();
              }}
            >
              {label}
            </Button>
          ))}
        </CookieAnswers>
      </form>
    </div>
  );
}
