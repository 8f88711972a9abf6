/** Help pages, terms and privacy statement: how each stands in every language, and what contradicts the settings. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { usePages } from '../../api/pages';
import type { PageRow, PageState } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Badge, EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { LookTabs } from '../../parts/LookTabs';
import { LANGUAGE_NAMES } from '../../parts/language';
import { Page } from '../../parts/Page';
import { usePageSettingName } from '../../parts/pageWords';
import table from '../../parts/Table.module.css';
import styles from './PagesScreen.module.css';

export default function PagesScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = usePages();
  const [isNew, setNew] = useState(false);
  const add = <Button icon="plus" onPress={() => setNew(true)}>{t`Write a page…`}</Button>;
  return (
    <Page
      title={t`Help pages`}
      lead={t`What shoppers read about delivery, returns, terms and their data.`}
      actions={data && data.pages.length > 0 && add}
    >
      <LookTabs at="pages" />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Wrong pages={data.pages} />}
      {data?.pages.length === 0 && (
        <EmptyState title={t`No page yet`} actions={add}>
          <Trans>Begin with delivery and returns, the terms of sale and the privacy statement.</Trans>
        </EmptyState>
      )}
      {data && data.pages.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Page`}</th>
              {data.languages.map((lang) => (
                <th key={lang} scope="col">
                  {LANGUAGE_NAMES[lang]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.pages.map(({ key, title, texts }) => (
              <tr key={key}>
                <th scope="row">
                  <Link href={`/pages/${key}`} data-row="">
                    {title}
                  </Link>
                  <span className={table.quiet} translate="no">
                    {key}
                  </span>
                </th>
                {texts.map((state) => (
                  <td key={state.lang} data-label={LANGUAGE_NAMES[state.lang]}>
                    <State state={state} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isNew && <NewPage onClose={() => setNew(false)} />}
    </Page>
  );
}

function State({ state }: { state: PageState }) {
  const { t } = useLingui();
  return (
    <span className={styles.states}>
      {state.contradictions.length > 0 && <Badge tone="warning">{t`Names what is off`}</Badge>}
      {state.failure && <Badge tone="error">{t`Not published`}</Badge>}
      {state.publish_at && <Badge tone="neutral">{t`Planned`}</Badge>}
      {state.has_draft && !state.publish_at && !state.failure && <Badge tone="neutral">{t`Draft`}</Badge>}
      {state.is_published
        ? !state.has_draft && state.contradictions.length === 0 && <Badge tone="success">{t`Published`}</Badge>
        : !state.has_draft && <Badge tone="warning">{t`Missing`}</Badge>}
    </span>
  );
}

/** Each contradiction once, whatever the languages. */
function Wrong({ pages }: { pages: PageRow[] }) {
  const { t } = useLingui();
  const name = usePageSettingName();
  const found = pages.flatMap(({ key, title, texts }) =>
    texts.flatMap(({ lang, contradictions }) =>
      contradictions.map(({ setting, word }) => ({ id: `${key} ${lang} ${setting}`, key, title, lang, setting, word })),
    ),
  );
  if (found.length === 0) return null;
  return (
    <Notice tone="warning" title={t`Pages that contradict the settings`}>
      <ul className={styles.wrong}>
        {found.map(({ id, key, title, lang, setting, word }) => {
          const [language, what] = [LANGUAGE_NAMES[lang], name(setting)];
          return (
            <li key={id}>
              <Link href={`/pages/${key}?lang=${lang}`}>{`${title} (${language})`}</Link>{' '}
              <Trans>
                says “{word}”, but this is off: {what}
              </Trans>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

function NewPage({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const form = useForm({
    id: 'new-page',
    initial: { key: '' },
    check: ({ key }) => ({
      key: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(key.trim())
        ? undefined
        : t`Use small letters and digits, with hyphens between words.`,
    }),
    send: async ({ key }) => go(`/pages/${key.trim()}`),
  });
  return (
    <Dialog title={t`Write a page`} isOpen onClose={onClose}>
      <Form form={form}>
        <Field
          {...form.field('key')}
          label={t`End of its address`}
          hint={t`The same in every language, e.g. gift-wrapping.`}
          maxLength={60}
        />
        <Actions>
          <Button type="submit" variant="primary">{t`Write it`}</Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
