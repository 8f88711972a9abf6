/** One help page: all languages side by side, publishing, versions. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useParams, useSearch } from 'wouter';
import { usePage, usePageCall, usePageVersion } from '../../api/pages';
import type { Args, Lang, PageDetail, SeenDraft } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { LANGUAGE_NAMES, LOCALES, ownOf } from '../../parts/language';
import { Page, Section } from '../../parts/Page';
import { PublishDraft } from '../../parts/PublishDraft';
import { PublishedVersions } from '../../parts/PublishedVersions';
import { usePageSettingName } from '../../parts/pageWords';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { LanguageText } from './LanguageText';
import styles from './PageScreen.module.css';

export default function PageScreen() {
  const { key } = useParams<{ key: string }>();
  return <OnePage key={key} pageKey={key} />;
}

function OnePage({ pageKey }: { pageKey: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = usePage(pageKey);
  return (
    <Page
      title={data?.title ?? t`Page`}
      above={<Back to="/pages">{t`Help pages`}</Back>}
      lead={<span translate="no">{pageKey}</span>}
      actions={data && <Publishing page={data} />}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Languages page={data} />}
      {data && <Known page={data} />}
      {data && <Versions page={data} />}
    </Page>
  );
}

function Languages({ page }: { page: PageDetail }) {
  const { t, i18n } = useLingui();
  const asked = new URLSearchParams(useSearch()).get('lang') ?? i18n.locale;
  const languages = page.texts.map(({ lang }) => lang);
  const [shown, setShown] = useState<Lang[]>([ownOf(languages, asked)]);
  return (
    <>
      <Chips
        label={t`Languages side by side`}
        options={page.texts.map(({ lang, published, draft }) => ({
          value: lang,
          label: published || draft ? LANGUAGE_NAMES[lang] : t`${LANGUAGE_NAMES[lang]}: missing`,
        }))}
        chosen={shown}
        onChange={(chosen) => chosen.length > 0 && setShown(languages.filter((lang) => chosen.includes(lang)))}
      />
      <div className={styles.languages}>
        {page.texts
          .filter(({ lang }) => shown.includes(lang))
          .map((language) => (
            <LanguageText key={language.lang} pageKey={page.key} language={language} />
          ))}
      </div>
    </>
  );
}

const seenDrafts = (page: PageDetail): SeenDraft[] =>
  page.texts.flatMap(({ lang, draft }) => (draft ? [{ lang, version: draft.version }] : []));

function Publishing({ page }: { page: PageDetail }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const say = useMessageText();
  const unschedule = usePageCall('page/unschedule');
  const drafts = seenDrafts(page);
  const planned = page.texts.flatMap(({ lang, draft }) =>
    draft?.publish_at ? [{ lang, version: draft.version }] : [],
  );
  const url = page.texts.find(({ published }) => published)?.published?.url;
  return (
    <>
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          {t`Open the page in the shop`}
        </a>
      )}
      {planned.length > 0 && (
        <Button
          isPending={unschedule.isPending}
          onPress={() =>
            unschedule.mutate(
              { key: page.key, drafts: planned },
              { onSuccess: () => toast(t`It waits for you again.`), onError: (error) => toast(say(error)) },
            )
          }
        >
          {t`Do not publish by itself`}
        </Button>
      )}
      <Button variant="primary" isDisabled={drafts.length === 0} onPress={() => setOpen(true)}>
        {t`Publish…`}
      </Button>
      {isOpen && <PublishDialog page={page} onClose={() => setOpen(false)} />}
    </>
  );
}

function PublishDialog({ page, onClose }: { page: PageDetail; onClose: () => void }) {
  const { t } = useLingui();
  const publish = usePageCall('page/publish');
  // As they were when it was asked: what a colleague saves meanwhile is not published unread.
  const [drafts] = useState(() => seenDrafts(page));
  const [chosen, setChosen] = useState<Lang[]>(drafts.map(({ lang }) => lang));
  return (
    <PublishDraft
      title={t`Publish this page`}
      zone={page.zone}
      isDisabled={chosen.length === 0}
      publish={(at) => {
        const sent = drafts.filter(({ lang }) => chosen.includes(lang));
        return publish.mutateAsync({ key: page.key, drafts: sent, at });
      }}
      onClose={onClose}
    >
      <Chips
        label={t`Languages to publish`}
        options={drafts.map(({ lang }) => ({ value: lang, label: LANGUAGE_NAMES[lang] }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </PublishDraft>
  );
}

/** A text as it was published. */
function VersionDialog({ of, title, onClose }: { of: Args<'page/version'>; title: string; onClose: () => void }) {
  const { data, error, refetch } = usePageVersion(of);
  return (
    <Dialog wide isOpen onClose={onClose} title={title}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <div lang={LOCALES[of.lang]} className={styles.version}>
          <p className={styles.versionTitle}>{data.text.title}</p>
          <p className={styles.quiet}>{data.text.description}</p>
          {/* The server keeps only what pages may show, and no script may run. */}
          <div dangerouslySetInnerHTML={{ __html: data.html }} />
        </div>
      )}
    </Dialog>
  );
}

/** What may stand between braces. */
function Known({ page }: { page: PageDetail }) {
  const { t } = useLingui();
  const name = usePageSettingName();
  const [begin, end, otherwise, joins] = ['{if ups}', '{end}', '{else}', 'not, or, and'];
  return (
    <Section id="page-known" title={t`Placeholders and conditions`}>
      <p className={styles.quiet}>
        {t`Words between ${begin} and ${end} are shown only while the setting is on; ${otherwise} begins what is shown otherwise. Between settings may stand ${joins}.`}
      </p>
      <ul className={styles.known}>
        {page.settings.map(({ setting, is_on: isOn }) => (
          <li key={setting}>
            <code translate="no">{setting}</code> {name(setting)}:{' '}
            {isOn ? t({ context: 'setting', message: 'on' }) : t({ context: 'setting', message: 'off' })}
          </li>
        ))}
      </ul>
      <ul className={styles.known}>
        {page.placeholders.map(({ name: of, value }) => (
          <li key={of}>
            <code translate="no">{`{${of}}`}</code> {value}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Versions({ page }: { page: PageDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const restore = usePageCall('page/restore');
  const [read, setRead] = useState<{ of: Args<'page/version'>; title: string }>();
  const rows = page.texts.flatMap(({ lang, versions, draft }) =>
    versions.map((version, at) => ({
      ...version,
      id: `${lang} ${version.number}`,
      lang,
      language: LANGUAGE_NAMES[lang],
      isNewest: at === 0,
      hasDraft: draft !== null,
    })),
  );
  rows.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const name = ({ language, at }: (typeof rows)[number]) => `${language}, ${format.shortTime(Date.parse(at))}`;
  return (
    <Section id="page-versions" title={t`Versions`} lead={t`Every text that was published stays here.`}>
      <PublishedVersions
        versions={rows}
        name={name}
        isPending={restore.isPending}
        onRead={(version) =>
          setRead({ of: { key: page.key, lang: version.lang, number: version.number }, title: name(version) })
        }
        onRestore={({ lang, number }) =>
          restore.mutate(
            { key: page.key, lang, number },
            { onSuccess: () => toast(t`It is a draft now.`), onError: (error) => toast(say(error)) },
          )
        }
      />
      {read && <VersionDialog {...read} onClose={() => setRead(undefined)} />}
    </Section>
  );
}
