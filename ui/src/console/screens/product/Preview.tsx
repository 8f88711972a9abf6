/** The product as shoppers see it: its page while it is on sale; what it says, in every language, whether it is or not. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useEndPreviews, usePreviewLink } from '../../api/products';
import type { Lang, ProductDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { useProductNames } from '../../parts/productNames';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './ProductScreen.module.css';

const MORE = ['material', 'care', 'dimensions', 'safety'];

/** A link to the page itself, as it will be, which works for an hour. */
function PageLink({ sku, lang }: { sku: string; lang: Lang }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const make = usePreviewLink();
  const end = useEndPreviews();
  const link = make.data;
  const until = link && format.time(Date.parse(link.expires_at));
  return (
    <div className={styles.add}>
      {link ? (
        <>
          <a href={link.url} target="_blank" rel="noreferrer">
            {t`Open the page as it will be`}
          </a>
          <p className={styles.hint}>
            <Trans>Whoever has the link sees it, until {until}.</Trans>
          </p>
          <Button
            small
            isPending={end.isPending}
            onPress={() =>
              end.mutate(
                { sku },
                {
                  onSuccess: () => {
                    make.reset();
                    toast(t`No link to it works any more.`);
                  },
                  onError: (error) => toast(say(error)),
                },
              )
            }
          >
            {t`End all links`}
          </Button>
        </>
      ) : (
        <>
          <Button
            isPending={make.isPending}
            onPress={() => make.mutate({ sku, lang }, { onError: (error) => toast(say(error)) })}
          >
            {t`Make a link to the page`}
          </Button>
          <p className={styles.hint}>
            <Trans>It shows the page in the shop as it will be, for an hour.</Trans>
          </p>
        </>
      )}
    </div>
  );
}

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
        <>
          <Notice tone="info" title={t`Only the house sees this`}>
            <Trans>
              The product is not on sale: its page answers nobody. This is what it will say, as it is saved.
            </Trans>
          </Notice>
          <PageLink key={lang} sku={product.sku} lang={lang} />
        </>
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
