/** The pictures of a product: their order, and what each shows, in all languages. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Lang, ProductDetail } from '../../api/types';
import { IconButton } from '../../parts/Button';
import { EmptyState } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { useProductNames } from '../../parts/productNames';
import { useMessageText } from '../../parts/text';
import { Clash, type FieldsOf } from './fields';
import { moved } from './lines';
import styles from './ProductScreen.module.css';

interface Props {
  fields: FieldsOf;
  product: ProductDetail;
  languages: Lang[];
}

export function Pictures({ fields, product, languages }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useProductNames();
  const pictures = fields.text('pictures').split('\n').filter(Boolean);
  const alts = (lang: Lang) => {
    const lines = fields.text(`alt.${lang}`).split('\n');
    return pictures.map((_, at) => lines[at] ?? '');
  };
  /** Pictures with what each shows, in another order or without one. */
  const arrange = (order: (all: number[]) => number[]) => {
    const places = order(pictures.map((_, at) => at));
    const texts = new Map(languages.map((lang) => [lang, alts(lang)]));
    fields.set('pictures', places.map((at) => pictures[at]).join('\n'));
    for (const [lang, lines] of texts) fields.set(`alt.${lang}`, places.map((at) => lines[at] ?? '').join('\n'));
  };
  const small = new Map(product.pictures.map((picture) => [picture.name, picture.small]));
  const problem = ['pictures', ...languages.map((lang) => `alt.${lang}`)].map(fields.problem).find(Boolean);
  if (pictures.length === 0) {
    return (
      <EmptyState title={t`There is no picture yet`}>
        <Trans>Pictures come with ‘shop catalogue import’, and are put in order here.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className={styles.part}>
      {problem && (
        <p className={styles.problem} role="alert">
          {say(problem)}
        </p>
      )}
      <ol className={styles.pictures}>
        {pictures.map((name, at) => (
          <li key={name}>
            {small.get(name) ? (
              <img src={small.get(name) ?? ''} alt="" width={160} height={200} loading="lazy" />
            ) : (
              <span className={styles.noPicture}>{t`No file`}</span>
            )}
            <div className={styles.alts}>
              <p className={styles.pictureName} translate="no">
                {name}
              </p>
              {languages.map((lang) => (
                <div key={lang} lang={LOCALES[lang]}>
                  <Field
                    id={`product-alt-${at}-${lang}`}
                    label={`${names.field('alt')} · ${LANGUAGE_NAMES[lang]}`}
                    value={alts(lang)[at] ?? ''}
                    onChange={(text) =>
                      fields.set(
                        `alt.${lang}`,
                        alts(lang)
                          .map((alt, place) => (place === at ? text : alt))
                          .join('\n'),
                      )
                    }
                    isFilter
                  />
                </div>
              ))}
            </div>
            <span className={styles.tools}>
              <IconButton
                icon="up"
                aria-label={t`Move picture ${at + 1} up`}
                isDisabled={at === 0}
                onPress={() => arrange((all) => moved(all, at, at - 1))}
              />
              <IconButton
                icon="down"
                aria-label={t`Move picture ${at + 1} down`}
                isDisabled={at === pictures.length - 1}
                onPress={() => arrange((all) => moved(all, at, at + 1))}
              />
              <IconButton
                icon="close"
                aria-label={t`Remove picture ${at + 1}`}
                onPress={() => arrange((all) => all.filter((place) => place !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Clash fields={fields} field="pictures" />
    </div>
  );
}
