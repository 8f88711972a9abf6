/** Logs out on mount and leads to the home page; without scripts by its button. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, call } from '../../api/client';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { LoadError, Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { completeLogout, useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { usePage } from '../../state/page';
import { useLang, useSentForm } from '../../state/site';
import { showToast } from '../../state/toast';
import { Frame } from './Frame';
import styles from './LogoutScreen.module.css';

export default function LogoutScreen() {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const answers = useAnswers();
  const sent = useSentForm('customer/logout');
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const isAsked = useRef(false);
  const end = () => {
    setError(undefined);
    setBusy(true);
    call('customer/logout', {}).then(
      () => {
        completeLogout(answers);
        showToast(say({ id: 'login.logged_out' }), 'success');
        navigate(urls.home(lang), { replace: true });
      },
      (reason) => {
        setError(asApiError(reason));
        setBusy(false);
      },
    );
  };
  const start = useRef(end);
  start.current = end;
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    start.current();
  }, []);
  usePage({ title: t`Log out`, noindex: true });

  return (
    <Frame title={busy ? t`Logging you out…` : t`Log out`}>
      {error && <LoadError error={error} onRetry={end} />}
      {/* Scripts do the same by themselves, or offer to try again. */}
      <PostForm call="customer/logout" then={urls.home(lang)} className={styles.plain} onSubmit={end}>
        {sent && <Notice tone="error" alert title={say(sent.error)} />}
        <Button type="submit" block>
          {t`Log out`}
        </Button>
      </PostForm>
    </Frame>
  );
}
