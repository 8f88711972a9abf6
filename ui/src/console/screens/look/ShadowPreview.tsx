/**
 * The shop in small. It lives in a shadow root, where its styles are sheets of their own: the console's do not reach it, and the policy of
 * the page allows no style element.
 */

import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Shades, Typeface } from '../../api/look';
import type { Lang } from '../../api/types';
import { Button } from '../../parts/Button';
import { SelectField } from '../../parts/Field';
import { LANGUAGE_NAMES, LOCALES, ownOf, wordsOf } from '../../parts/language';
import rules from './preview.css?inline';
import styles from './ShadowPreview.module.css';

const WIDTHS = { computer: 1280, phone: 375 };
export type Width = keyof typeof WIDTHS;

const SERIF = {
  spectral: "Spectral, 'Spectral Stand-in', 'Spectral Stand-in Times', Georgia, serif",
  gilda: "'Gilda Display', 'Gilda Stand-in', 'Gilda Stand-in Times', Georgia, serif",
  figtree: "Figtree, 'Figtree Stand-in', Arial, sans-serif",
};
const SANS = {
  spectral: SERIF.figtree,
  gilda: "'Hanken Grotesk', 'Hanken Stand-in', Arial, sans-serif",
  figtree: SERIF.figtree,
};
const CHINESE = {
  display: "'Songti SC', 'Noto Serif CJK SC', SimSun, serif",
  body: "'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
};

function properties(shades: Shades, typeface: Typeface, lang: Lang, width: number, scale: number): string {
  const colours = Object.entries(shades).map(([name, colour]) => `--color-${name.replaceAll('_', '-')}: ${colour};`);
  const isChinese = lang === 'zh';
  return `:host { ${colours.join(' ')}
    --font-wordmark: ${SERIF[typeface]};
    --font-display: ${isChinese ? CHINESE.display : SERIF[typeface]};
    --font-body: ${isChinese ? CHINESE.body : SANS[typeface]};
    --letter-spacing-display: ${isChinese || typeface === 'gilda' ? '0' : typeface === 'figtree' ? '-0.02em' : '-0.01em'};
    display: block; }
    .page { width: ${width}px; zoom: ${scale}; }`;
}

interface Props {
  id: string;
  languages: Lang[];
  shades: Shades | undefined;
  typeface: Typeface;
  /** Drawn in the words of the language that is chosen. */
  children: (lang: Lang, width: Width) => ReactNode;
}

export function ShadowPreview({ id, languages, shades, typeface, children }: Props) {
  const { t, i18n } = useLingui();
  const [lang, setLang] = useState<Lang>(ownOf(languages, i18n.locale));
  const [width, setWidth] = useState<Width>('phone');
  const host = useRef<HTMLDivElement>(null);
  const theme = useRef<CSSStyleSheet>(undefined);
  const [root, setRoot] = useState<ShadowRoot>();
  const [room, setRoom] = useState(0);
  const words = useWordsOf(lang);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const base = new CSSStyleSheet();
    base.replaceSync(rules);
    theme.current = new CSSStyleSheet();
    shadow.adoptedStyleSheets = [base, theme.current];
    setRoot(shadow);
    const observer = new ResizeObserver(([entry]) => setRoom(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!root || !shades) return;
    const scale = room > 0 ? Math.min(1, room / WIDTHS[width]) : 1;
    theme.current?.replaceSync(properties(shades, typeface, lang, WIDTHS[width], scale));
  }, [root, shades, typeface, lang, width, room]);
  const name = LANGUAGE_NAMES[lang];
  const isShown = root && shades && words;
  return (
    <div className={styles.preview} id={id} tabIndex={-1}>
      <div className={styles.choices}>
        <SelectField
          id={`${id}-lang`}
          label={t`Language`}
          value={lang}
          onChange={setLang}
          options={languages.map((one) => ({ value: one, label: LANGUAGE_NAMES[one], lang: one }))}
        />
        <SelectField
          id={`${id}-width`}
          label={t`As seen on`}
          value={width}
          onChange={setWidth}
          options={[
            { value: 'computer', label: t`a computer` },
            { value: 'phone', label: t`a phone` },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={styles.frame} data-width={width} aria-label={t`Preview, ${name}`} tabIndex={0}>
        <div ref={host} />
        {isShown &&
          createPortal(
            <I18nProvider i18n={words}>
              <div className={`page ${width}`} lang={LOCALES[lang]}>
                {children(lang, width)}
              </div>
            </I18nProvider>,
            root,
          )}
      </section>
    </div>
  );
}

/** The way to the preview where it stands below. */
export function ToPreview({ id }: { id: string }) {
  const { t } = useLingui();
  const go = () => {
    const preview = document.getElementById(id);
    preview?.scrollIntoView();
    preview?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.jump}>
      <Button icon="down" onPress={go}>{t`To the preview`}</Button>
    </div>
  );
}

/** The words of a language, once they are there. */
function useWordsOf(lang: Lang): I18n | undefined {
  const [words, setWords] = useState<I18n>();
  useEffect(() => {
    let isWanted = true;
    void wordsOf(lang).then((read) => isWanted && setWords(read));
    return () => {
      isWanted = false;
    };
  }, [lang]);
  return words;
}
