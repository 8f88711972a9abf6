/** Languages and store views: which shoppers are offered, in which order, the default one, and in which country and currency each begins. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLanguages, useSaveLanguages } from '../../api/languages';
import type { Lang, LanguageTable } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Badge, LoadError, Notice, OutOfDate, Skeleton } from '../../parts/Feedback';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { TariffHistory } from '../../parts/TariffHistory';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { LanguageDialog } from './LanguageDialog';
import { earlier } from './languages';

export default function LanguagesScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useLanguages();
  const [opened, setOpened] = useState<Lang>();
  return (
    <Page
      title={t`Languages`}
      lead={t`In the order in which shoppers see them. A language that is switched off is as if it had never been there: its addresses lead to the same page in another language.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {error && data && <OutOfDate />}
      {!data && !error && <Skeleton rows={5} />}
      {data?.pinned_by && <Pinned place={data.pinned_by} />}
      {data && <List data={data} onChange={setOpened} />}
      <History />
      {data && opened && <LanguageDialog table={data} lang={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** Who has switched, ordered or changed languages. */
function History() {
  const { t } = useLingui();
  const nameOf = (lang: string) => LANGUAGE_NAMES[lang as Lang] ?? lang;
  const thing = (of: string) => {
    if (of === 'default') return t`Default language`;
    return of === 'order' ? t`Order of the languages` : nameOf(of);
  };
  const value = (of: unknown) => {
    if (Array.isArray(of)) return of.map(nameOf).join(', ');
    if (typeof of === 'string') return nameOf(of);
    const { is_on, country, currency } = of as LanguageTable['languages']['terms'][number];
    return [is_on ? t`offered` : t`not offered`, country, currency].join(', ');
  };
  return <TariffHistory kind="language" thing={thing} value={value} />;
}

function Pinned({ place }: { place: string }) {
  const { t } = useLingui();
  return (
    <Notice title={t`Which languages are offered, and their order, is fixed on the machine`}>
      <Trans>
        In <code translate="no">{place}</code>. Default, countries and currencies can be set here all the same.
      </Trans>
    </Notice>
  );
}

function List({ data, onChange }: { data: LanguageTable; onChange: (lang: Lang) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const save = useSaveLanguages();
  const { languages } = data;
  const country = (id: string) => data.countries.find((one) => one.id === id)?.name ?? id;
  const move = (lang: Lang) =>
    save.mutate(
      { seen: languages, languages: earlier(languages, lang) },
      { onSuccess: () => toast(t`Saved, and in force.`), onError: (reason) => toast(say(reason)) },
    );
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Language`}</th>
          <th scope="col">{t`Offered`}</th>
          <th scope="col">{t`Country`}</th>
          <th scope="col">{t`Currency`}</th>
          <th scope="col">{t`Store view`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {languages.terms.map(({ lang, is_on, country: id, currency }, at) => {
          const name = LANGUAGE_NAMES[lang];
          const facts = data.facts.find((one) => one.lang === lang);
          return (
            <tr key={lang}>
              <th scope="row">
                <span lang={LOCALES[lang]}>{name}</span>
                {lang === languages.default && <span className={table.quiet}>{t`by default`}</span>}
              </th>
              <td data-label={t`Offered`}>
                <Badge tone={is_on ? 'success' : 'neutral'}>{is_on ? t`Yes` : t`No`}</Badge>
              </td>
              <td data-label={t`Country`}>{country(id)}</td>
              <td data-label={t`Currency`}>{currency}</td>
              <td data-label={t`Store view`}>
                {facts && (
                  <span translate="no">
                    {facts.store_code} · {facts.store_id}
                  </span>
                )}
              </td>
              <td className={table.end}>
                {at > 0 && !data.pinned_by && (
                  <Button
                    small
                    aria-label={t`Offer earlier: ${name}`}
                    isDisabled={save.isPending}
                    onPress={() => move(lang)}
                  >
                    {t`Earlier`}
                  </Button>
                )}{' '}
                <Button small data-row="" aria-label={t`Change: ${name}`} onPress={() => onChange(lang)}>
                  {t`Change…`}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
