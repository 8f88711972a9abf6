/** The pictures of a product: their order, and what each shows, in all languages. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileTrigger } from 'react-aria-components';
import { useUploads } from '../../api/pictures';
import type { Lang, ProductDetail } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { DropCurtain } from '../../parts/DropCurtain';
import { productEdits } from '../../parts/edits';
import { EmptyState, Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Clash, type FieldsOf } from '../../parts/FieldOf';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { useProductNames } from '../../parts/productNames';
import { useMessageText } from '../../parts/text';
import { UploadFiles } from '../../parts/UploadFiles';
import { useUploading } from '../../parts/uploading';
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
  const { data: uploads } = useUploads({ sku: product.sku });
  const made = new Map(uploads?.items.map((upload) => [upload.name, upload]));
  const small = new Map(product.pictures.map((picture) => [picture.name, picture.small]));
  const smallOf = (name: string) => made.get(name)?.small ?? small.get(name);
  // Asked when it arrives: another part of the product may be shown by then.
  const add = (name: string) => {
    const text = productEdits.textTyped(product.sku, 'pictures') ?? fields.now('pictures');
    const lines = text.split('\n').filter(Boolean);
    if (!lines.includes(name)) fields.set('pictures', [...lines, name].join('\n'));
  };
  const words = { waiting: t`Being made…`, failed: t`Could not be made`, done: t`No file` };
  const { files, take, drop } = useUploading({ sku: product.sku }, add);
  /** Pictures of which somebody who does not see them learns nothing, in one language at least. */
  const silent = pictures.filter((_, at) => languages.some((lang) => !alts(lang)[at]?.trim())).length;
  const problem = ['pictures', ...languages.map((lang) => `alt.${lang}`)].map(fields.problem).find(Boolean);
  return (
    <div className={styles.part}>
      <DropCurtain label={t`Let go to add the pictures`} onFiles={take} />
      <div className={styles.add}>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={['image/jpeg', 'image/png', 'image/webp']}
          onSelect={(chosen) => chosen && take([...chosen])}
        >
          <Button variant={pictures.length === 0 ? 'primary' : 'secondary'} icon="upload">
            {t`Add pictures`}
          </Button>
        </FileTrigger>
        <p className={styles.hint}>
          <Trans>JPEG, PNG or WebP, at most 30 MB each. They can be dropped anywhere on this page, too.</Trans>
        </p>
      </div>
      <UploadFiles files={files} onDrop={drop} />
      {pictures.length === 0 && files.length === 0 && (
        <EmptyState title={t`There is no picture yet`}>
          <Trans>
            Choose photographs of 960 pixels in width or more, four wide by five high. The shop makes its sizes of them.
          </Trans>
        </EmptyState>
      )}
      {silent > 0 && (
        <Notice title={t`Say what the pictures show`}>
          <Plural
            value={silent}
            one="# picture has no description in at least one language. People who cannot see it hear it read out: say in one sentence what is there."
            other="# pictures have no description in at least one language. People who cannot see them hear it read out: say in one sentence each what is there."
          />
        </Notice>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {say(problem)}
        </p>
      )}
      <ol className={styles.pictures}>
        {pictures.map((name, at) => (
          <li key={name}>
            {smallOf(name) ? (
              <img src={smallOf(name) ?? ''} alt="" width={160} height={200} loading="lazy" />
            ) : (
              <span className={styles.noPicture} role="status">
                {words[made.get(name)?.state ?? 'done']}
              </span>
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
