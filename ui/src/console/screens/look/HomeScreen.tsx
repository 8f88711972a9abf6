/** The home page: its pictures, the order of its parts, and its texts in all languages, beside the page in small. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import {
  type HomeScreen as HomeData,
  type HomePage,
  type Look,
  refetchHome,
  useHome,
  useHomeCall,
  useLook,
  usePaletteCheck,
} from '../../api/look';
import type { Lang } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { EmptyState } from '../../parts/Feedback';
import { LANGUAGE_NAMES, ownOf } from '../../parts/language';
import { Section } from '../../parts/Page';
import { BestSellers } from './BestSellers';
import { Blocks } from './Blocks';
import {
  factsOf,
  moved,
  neededTexts,
  type Place,
  readHomePage,
  textAt,
  textsIn,
  withFacts,
  withText,
} from './documents';
import { Editor, Loading } from './Editor';
import { FREE_FROM, HomePreview } from './HomePreview';
import { ListTools } from './ListTools';
import styles from './look.module.css';
import { PlaceSection } from './PlaceSection';
import { ShadowPreview } from './ShadowPreview';
import { type TextRows, Texts } from './Texts';
import { textFields } from './textFields';
import { useEditing } from './useEditing';
import { useLookWords } from './words';

export default function HomeScreen() {
  return (
    <Loading kind="home" query={useHome()}>
      {(screen) => <Loaded screen={screen} />}
    </Loading>
  );
}

function Loaded({ screen }: { screen: HomeData }) {
  const { t, i18n } = useLingui();
  const words = useLookWords();
  const { home: document } = screen;
  const { languages } = document;
  const editing = useEditing<HomePage, HomeData>({
    place: 'home',
    document,
    calls: {
      save: useHomeCall('home/save'),
      publish: useHomeCall('home/publish'),
      unschedule: useHomeCall('home/unschedule'),
      discard: useHomeCall('home/discard'),
      restore: useHomeCall('home/restore'),
    },
    documentOf: (answer) => answer.home,
    read: (kept) => readHomePage(kept, document.published),
    refetch: refetchHome,
  });
  const { change, problem } = editing;
  const page = editing.draft.value;
  const [shown, setShown] = useState<Lang[]>([ownOf(languages, i18n.locale)]);
  const fields = textFields({
    id: 'home',
    name: words.text,
    text: (name, lang) => textAt(textsIn(page, lang), name),
    now: (name, lang) => textAt(textsIn(document.published, lang), name),
    problem: (name, lang) => problem(`texts.${lang}.${name}`),
    set: (name, lang, text) =>
      change({ ...page, texts: { ...page.texts, [lang]: withText(textsIn(page, lang), name, text) } }),
  });
  const needed = neededTexts(page, languages);
  const lacks = (lang: Lang) => needed.filter((name) => !textAt(textsIn(page, lang), name).trim()).length;
  const texts = (rows: TextRows) => <Texts fields={fields} languages={shown} rows={rows} name={words.leaf} />;
  const structure = (part: Partial<HomePage['structure']>) =>
    change({ ...page, structure: { ...page.structure, ...part } });
  const place = (name: Place, lead: string) => (
    <PlaceSection
      place={name}
      lead={lead}
      page={page}
      screen={screen}
      languages={languages}
      problem={problem}
      onChange={change}
    >
      {texts([
        [`${name}.title`, 0],
        [`${name}.text`, name === 'story' ? 5 : 2],
        [`${name}.cta`, 0],
        [`${name}.alt`, 2, t`For people who cannot see it, and for search engines.`],
      ])}
    </PlaceSection>
  );
  const freeFrom = FREE_FROM;
  return (
    <Editor
      kind="home"
      editing={editing}
      preview={<Preview page={page} screen={screen} />}
      above={
        <Chips
          label={t`Languages side by side`}
          options={languages.map((lang) => {
            const [name, count] = [LANGUAGE_NAMES[lang], lacks(lang)];
            return {
              value: lang,
              label:
                count > 0 ? t`${name}: ${plural(count, { one: '# text missing', other: '# texts missing' })}` : name,
            };
          })}
          chosen={shown}
          onChange={(chosen) => chosen.length > 0 && setShown(languages.filter((lang) => chosen.includes(lang)))}
        />
      }
    >
      <Section id="home-announcement" title={words.part('announcement')} lead={t`A line above every page.`}>
        {texts([
          ['announcement', 0, t`${freeFrom} stands for the amount from which delivery is free. Empty: there is none.`],
        ])}
      </Section>
      {place('hero', t`Across the whole width of a computer’s screen.`)}
      {place('hero_mobile', t`In portrait format, with shorter words.`)}
      <Blocks page={page} screen={screen} problem={problem} onChange={(blocks) => structure({ blocks })}>
        {(key) =>
          texts([
            [`blocks.${key}.title`, 0],
            [`blocks.${key}.text`, 2],
          ])
        }
      </Blocks>
      {place('story', t`One thing that the house is known for.`)}
      <Section id="home-bestsellers" title={words.part('bestsellers')}>
        {texts([['bestsellers.title', 0]])}
        <BestSellers page={page} products={screen.products} problem={problem} onChange={structure} />
      </Section>
      <Section
        id="home-facts"
        title={words.part('facts')}
        lead={t`Short promises at the end of the page: delivery, returns, people who answer.`}
      >
        <Facts
          count={factsOf(page, languages)}
          onOrder={(order) => change(withFacts(page, languages, order))}
          texts={(at) =>
            texts([
              [`facts[${at}].title`, 0],
              [`facts[${at}].text`, 3],
            ])
          }
        />
      </Section>
      <Section id="home-meta" title={words.part('meta')} lead={t`Empty: the words of the opening picture.`}>
        {texts([
          ['meta.title', 0],
          ['meta.description', 2],
        ])}
      </Section>
    </Editor>
  );
}

interface FactsProps {
  count: number;
  onOrder: (order: (all: number[]) => (number | undefined)[]) => void;
  texts: (at: number) => ReactNode;
}

function Facts({ count, onOrder, texts }: FactsProps) {
  const { t } = useLingui();
  const places = Array.from({ length: count }, (_, at) => at);
  return (
    <>
      {count === 0 && (
        <EmptyState title={t`Nothing is promised yet`}>
          {t`Say in a few words how the house delivers, takes back and answers.`}
        </EmptyState>
      )}
      <ol className={styles.rows}>
        {places.map((at) => {
          const name = t`Promise ${at + 1}`;
          return (
            <li key={at}>
              <span />
              <span className={styles.rowName}>{name}</span>
              <ListTools
                name={name}
                at={at}
                count={count}
                onMove={(to) => onOrder((all) => moved(all, at, to))}
                onRemove={() => onOrder((all) => all.filter((one) => one !== at))}
              />
              <div className={styles.below}>{texts(at)}</div>
            </li>
          );
        })}
      </ol>
      <div>
        <Button icon="plus" onPress={() => onOrder((all) => [...all, undefined])}>{t`Add a promise`}</Button>
      </div>
    </>
  );
}

/** In the colours and letters that shoppers see now. */
function Preview({ page, screen }: { page: HomePage; screen: HomeData }) {
  const { data } = useLook();
  const look = data?.look.published;
  if (!data || !look) return null;
  return <Shown page={page} screen={screen} look={look} brand={data.brand} />;
}

function Shown({ page, screen, look, brand }: { page: HomePage; screen: HomeData; look: Look; brand: string }) {
  const { data: check } = usePaletteCheck(look.palette);
  return (
    <ShadowPreview id="home-preview" languages={screen.home.languages} shades={check?.shades} typeface={look.typeface}>
      {(lang, width) => <HomePreview page={page} screen={screen} look={look} brand={brand} lang={lang} width={width} />}
    </ShadowPreview>
  );
}
