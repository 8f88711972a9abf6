/** The product as shoppers see it: its page while it is on sale; what it says, in every language, whether it is or not. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Lang, ProductDetail } from '../../api/types';
import { Notice } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { useProductNames } from '../../parts/productNames';
import styles from './ProductScreen.module.css';

const MORE = ['material', 'care', 'dimensions', 'safety'];

export function Preview({ product, languages }: { product: ProductDetail; languages: Lang[] }) {
  const { t } = useLingui();
  const names = useProductNames();
  const [lang, setLang] = useState<Lang>(languages[0] ?? 'en');
  const text = (name: string) => product.fields[`${name}.${lang}`] ?? '';
  const page = product.pages[lang];
  const alts = text('alt').split('\n');
  const details = text('details').split('\n').filter(Boolean);
  return (
    <div className={styles.part}>
      <div className={styles.columns}>
        <SelectField
          id="preview-lang"
          label={t`Language`}
          value={lang}
          onChange={setLang}
          options={languages.map((one) => ({ value: one, label: LANGUAGE_NAMES[one], lang: one }))}
        />
        {product.is_on_sale && page && (
          <p className={styles.open}>
            <a href={page} target="_blank" rel="noreferrer">
              {t`Open the page in the shop`} <Icon name="external" size={16} />
            </a>
          </p>
        )}
      </div>
      {!product.is_on_sale && (
        <Notice tone="info" title={t`Only the house sees this`}>
          <Trans>The product is not on sale: its page answers nobody. This is what it will say, as it is saved.</Trans>
        </Notice>
      )}
      <article className={styles.preview} lang={LOCALES[lang]}>
        <div className={styles.previewPictures}>
          {product.pictures.map(({ name, small }, at) =>
            small ? <img key={name} src={small} alt={alts[at] ?? ''} width={160} height={200} loading="lazy" /> : null,
          )}
        </div>
        <h2>{text('name') || '–'}</h2>
        {text('short') && <p>{text('short')}</p>}
        {/* The server keeps only what pages may show, and no script may run. */}
        <div className={styles.prose} dangerouslySetInnerHTML={{ __html: text('long_html') }} />
        {details.length > 0 && (
          <ul className={styles.details}>
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <dl className={styles.more}>
          {MORE.filter((name) => text(name)).map((name) => (
            <div key={name}>
              <dt>{names.field(name)}</dt>
              <dd>{text(name)}</dd>
            </div>
          ))}
        </dl>
      </article>
    </div>
  );
}
