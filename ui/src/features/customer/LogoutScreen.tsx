/** Logs out on mount and leads to the home page. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, call } from '../../api/client';
import { urls } from '../../domain/urls';
import { LoadError } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { completeLogout, useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { usePage } from '../../state/page';
import { useLang } from '../../state/site';
import { showToast } from '../../state/toast';
import { Frame } from './Frame';

export default function LogoutScreen() {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const answers = useAnswers();
  const [error, setError] = useState<ApiError>();
  const isAsked = useRef(false);
  const end = () => {
    setError(undefined);
    call('customer/logout', {}).then(
      () => {
        completeLogout(answers);
        showToast(say({ id: 'login.logged_out' }), 'success');
        navigate(urls.home(lang), { replace: true });
      },
      (reason) => setError(asApiError(reason)),
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
    <Frame title={error ? t`Log out` : t`Logging you out…`}>{error && <LoadError error={error} onRetry={end} />}</Frame>
  );
}
