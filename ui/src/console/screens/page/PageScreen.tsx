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
import { Badge, LoadError, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { Page, Section } from '../../parts/Page';
import { usePageSettingName } from '../../parts/pageWords';
import table from '../../parts/Table.module.css';
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
  const first = languages.find((lang) => lang === asked) ?? languages[0];
  const [shown, setShown] = useState<Lang[]>(first ? [first] : []);
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
  const drafts = seenDrafts(page);
  const [chosen, setChosen] = useState<Lang[]>(drafts.map(({ lang }) => lang));
  const form = useForm({
    id: 'publish',
    initial: { at: '' },
    send: async ({ at }) => {
      const sent = drafts.filter(({ lang }) => chosen.includes(lang));
      await publish.mutateAsync({ key: page.key, drafts: sent, at: at || null });
      toast(at ? t`It is published at its time.` : t`It is published.`);
      onClose();
    },
  });
  const zone = page.zone;
  return (
    <Dialog title={t`Publish this page`} isOpen onClose={onClose}>
      <Form form={form}>
        <Chips
          label={t`Languages to publish`}
          options={drafts.map(({ lang }) => ({ value: lang, label: LANGUAGE_NAMES[lang] }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <Field
          {...form.field('at')}
          label={t`At a time`}
          hint={t`On the shop’s clocks (${zone}). Empty: now.`}
          type="datetime-local"
          optional
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={chosen.length === 0}>
            {t`Publish`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
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
    versions.map((version, at) => ({ ...version, lang, isNewest: at === 0, hasDraft: draft !== null })),
  );
  const titleOf = (lang: Lang, at: string) => `${LANGUAGE_NAMES[lang]}, ${format.shortTime(Date.parse(at))}`;
  rows.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Section id="page-versions" title={t`Versions`} lead={t`Every text that was published stays here.`}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`When`}</th>
            <th scope="col">{t`Language`}</th>
            <th scope="col">{t`Who`}</th>
            <th scope="col">
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ lang, number, at, actor, actor_name: who, isNewest, hasDraft }) => (
            <tr key={`${lang} ${number}`}>
              <th scope="row">
                <time dateTime={at}>{format.shortTime(Date.parse(at))}</time>
              </th>
              <td data-label={t`Language`}>{LANGUAGE_NAMES[lang]}</td>
              <td data-label={t`Who`}>{who ?? (actor || '–')}</td>
              <td className={table.end}>
                {isNewest && <Badge tone="success">{t`As it is now`}</Badge>}
                <Button
                  small
                  aria-label={t`Read: ${titleOf(lang, at)}`}
                  onPress={() => setRead({ of: { key: page.key, lang, number }, title: titleOf(lang, at) })}
                >
                  {t({ context: 'version', message: 'Read' })}
                </Button>
                {!isNewest && (
                  <Button
                    small
                    icon="undo"
                    isDisabled={hasDraft || restore.isPending}
                    onPress={() =>
                      restore.mutate(
                        { key: page.key, lang, number },
                        {
                          onSuccess: () => toast(t`It is a draft now.`),
                          onError: (error) => toast(say(error)),
                        },
                      )
                    }
                  >
                    {t`Bring it back`}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {read && <VersionDialog {...read} onClose={() => setRead(undefined)} />}
    </Section>
  );
}
