/** An order's fapiao without scripts: a link to its page with the form open, the form, and what it has done. */

import { useLingui } from '@lingui/react/macro';
import type { Fapiao } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import { queryValue } from '../../domain/urls';
import { ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useRoute } from '../../state/route';
import { useLang, useSentForm } from '../../state/site';
import { DoneNotice } from '../DoneNotice';
import { FapiaoForm } from './FapiaoForm';

export function TaxReceiptPage({ state: { order_number, request, can_request } }: { state: Fapiao }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { search } = useRoute();
  const sent = useSentForm('fapiao/create');
  const page = accountUrls.order(useLang(), order_number);
  if (!can_request) {
    return sent ? (
      <Notice tone="error" alert title={say(sent.error)} />
    ) : (
      <DoneNotice of={{ fapiao: 'fapiao.requested' }} />
    );
  }
  if (sent || queryValue(search, 'confirm') === 'fapiao') {
    return <FapiaoForm orderNumber={order_number} onDone={() => {}} />;
  }
  return (
    <>
      {request && <DoneNotice of={{ fapiao: 'fapiao.declined' }} />}
      <p>
        <ButtonLink small variant="secondary" href={`${page}&confirm=fapiao#fapiao-title`}>
          {request ? t`Ask for a fapiao after all` : t`Ask for a fapiao`}
        </ButtonLink>
      </p>
    </>
  );
}
