/** The picture of a category: one that is put in for it, or one of its products, with what it shows in all languages. */

import { Trans, useLingui } from '@lingui/react/macro';
import { FileTrigger } from 'react-aria-components';
import { useCategoryProducts } from '../../api/categories';
import { useUploads } from '../../api/pictures';
import type { CategoryDetail, CategoryList } from '../../api/types';
import { Button } from '../../parts/Button';
import { DropCurtain } from '../../parts/DropCurtain';
import { Notice } from '../../parts/Feedback';
import { Clash, FieldOf, type FieldsOf } from '../../parts/FieldOf';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { Section } from '../../parts/Page';
import { useMessageText } from '../../parts/text';
import { UploadFiles } from '../../parts/UploadFiles';
import { useUploading } from '../../parts/uploading';
import styles from './CategoryScreen.module.css';

/** Pictures to choose from. */
const MOST = 24;

interface Props {
  fields: FieldsOf;
  category: CategoryDetail;
  languages: CategoryList['languages'];
}

export function Picture({ fields, category, languages }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const owner = { category: category.key };
  const { data } = useCategoryProducts(category.key);
  const { data: uploads } = useUploads(owner);
  const { files, take, drop } = useUploading(owner, (name) => fields.set('picture', name));
  const chosen = fields.text('picture');
  // A picture to its small size; none yet while it is made.
  const found = new Map<string, string | null>();
  if (category.fields.picture) found.set(category.fields.picture, category.picture);
  for (const { name, small, state } of [...(uploads?.items ?? [])].reverse()) {
    if (state !== 'failed') found.set(name, small ?? found.get(name) ?? null);
  }
  for (const { picture, picture_name: name } of data?.pages[0]?.items ?? []) {
    if (picture && name) found.set(name, picture);
  }
  if (chosen && !found.has(chosen)) found.set(chosen, null);
  const failed = uploads?.items.some(({ name, state }) => state === 'failed' && name === chosen);
  const pictures = [...found].slice(0, MOST);
  const problem = fields.problem('picture');
  // A language without a name has no other texts either.
  const named = languages.filter((lang) => fields.text(`name.${lang}`).trim() || fields.text(`alt.${lang}`).trim());
  const isSilent = chosen !== '' && named.some((lang) => !fields.text(`alt.${lang}`).trim());
  return (
    <Section
      id="category-picture"
      title={t({ context: 'category', message: 'Picture' })}
      lead={t`Shown where the shop presents the category. Put one in, or choose one of those of its products.`}
    >
      <DropCurtain label={t`Let go to add the picture`} onFiles={(dropped) => take(dropped.slice(0, 1))} />
      <div className={styles.add}>
        <FileTrigger
          acceptedFileTypes={['image/jpeg', 'image/png', 'image/webp']}
          onSelect={(files) => files && take([...files].slice(0, 1))}
        >
          <Button icon="upload">{t`Put in a picture`}</Button>
        </FileTrigger>
        <p className={styles.quiet}>
          <Trans>JPEG, PNG or WebP, at most 30 MB. It can be dropped anywhere on this page, too.</Trans>
        </p>
      </div>
      <UploadFiles files={files} onDrop={drop} />
      {pictures.length > 0 && (
        <fieldset className={styles.pictures}>
          <legend className="visually-hidden">{t`Picture of the category`}</legend>
          <label className={styles.choice}>
            <input
              type="radio"
              name="category-picture"
              checked={chosen === ''}
              onChange={() => fields.set('picture', '')}
            />
            <span className={styles.none}>{t`None`}</span>
          </label>
          {pictures.map(([name, path]) => (
            <label key={name} className={styles.choice}>
              <input
                type="radio"
                name="category-picture"
                checked={chosen === name}
                onChange={() => fields.set('picture', name)}
              />
              {path ? (
                <img src={path} alt={name} width={160} height={200} loading="lazy" />
              ) : (
                <span className={styles.none}>
                  {failed && name === chosen ? t`Could not be made` : t`Being made…`}
                  <span className="visually-hidden">{name}</span>
                </span>
              )}
            </label>
          ))}
        </fieldset>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {say(problem)}
        </p>
      )}
      <Clash fields={fields} field="picture" />
      {isSilent && (
        <Notice title={t`Say what the picture shows`}>
          <Trans>
            It has no description in at least one language. People who cannot see it hear it read out: say in one
            sentence what is there.
          </Trans>
        </Notice>
      )}
      {chosen !== '' && (
        <fieldset className={styles.alts}>
          <legend>{fields.name('alt')}</legend>
          <div className={styles.pair}>
            {named.map((lang) => (
              <div key={lang} lang={LOCALES[lang]}>
                <FieldOf fields={fields} field={`alt.${lang}`} label={LANGUAGE_NAMES[lang]} />
              </div>
            ))}
          </div>
        </fieldset>
      )}
    </Section>
  );
}
