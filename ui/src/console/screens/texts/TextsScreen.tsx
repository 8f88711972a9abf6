/** Canned texts: written once in several languages, used in many answers. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTextCall, useTexts } from '../../api/threads';
import type { CannedText, Lang } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { LANGUAGE_NAMES } from '../../parts/language';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { TextDialog } from './TextDialog';

export default function TextsScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useTexts();
  const [open, setOpen] = useState<CannedText | 'new'>();
  const add = <Button variant="primary" onPress={() => setOpen('new')}>{t`Write a text…`}</Button>;
  return (
    <Page
      title={t`Canned texts`}
      above={<Back to="/messages">{t`Messages`}</Back>}
      lead={t`Written once in several languages. In an answer, the one in the customer’s language is offered.`}
      actions={data && data.items.length > 0 && add}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data?.items.length === 0 && (
        <EmptyState title={t`No text yet`} actions={add}>
          <Trans>
            What is asked again and again is answered with a few clicks: how a duvet is washed, when a parcel arrives,
            how goods come back.
          </Trans>
        </EmptyState>
      )}
      {data && data.items.length > 0 && <Texts items={data.items} onOpen={setOpen} />}
      {data && open && (
        <TextDialog
          key={open === 'new' ? 0 : open.id}
          text={open === 'new' ? undefined : open}
          now={open === 'new' ? undefined : data.items.find(({ id }) => id === open.id)}
          placeholders={data.placeholders}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  );
}

function Texts({ items, onOpen }: { items: CannedText[]; onOpen: (text: CannedText) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const remove = useTextCall('message/delete_text');
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Title`}</th>
          <th scope="col">{t`Languages`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((text) => {
          const { id, title, version, texts } = text;
          const languages = (Object.keys(texts) as Lang[]).map((lang) => LANGUAGE_NAMES[lang]).join(', ');
          return (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td data-label={t`Languages`}>{languages}</td>
              <td className={table.end}>
                <Button small data-row="" aria-label={t`Change ${title}`} onPress={() => onOpen(text)}>
                  {t`Change…`}
                </Button>{' '}
                <Button
                  small
                  variant="quiet"
                  aria-label={t`Delete ${title}`}
                  onPress={() => remove.mutate({ id, version }, { onError: (error) => toast(say(error)) })}
                >
                  {t`Delete`}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
