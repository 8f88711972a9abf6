/** Where a category stands, whether shoppers see it, and its picture. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCategoryProducts } from '../../api/categories';
import type { CategoryDetail, CategoryList } from '../../api/types';
import { Button } from '../../parts/Button';
import { branchOf, categoryOptions } from '../../parts/categoryNames';
import { Clash, FieldOf, type FieldsOf, SelectOf } from '../../parts/FieldOf';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { Section } from '../../parts/Page';
import { useMessageText } from '../../parts/text';
import styles from './CategoryScreen.module.css';
import { RemoveDialog } from './RemoveDialog';

interface Props {
  fields: FieldsOf;
  category: CategoryDetail;
  list: CategoryList;
}

export function Place({ fields, category, list }: Props) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const own = branchOf(list.categories, category.key);
  const others = list.categories.filter(({ key }) => !own.includes(key));
  return (
    <div className={styles.body}>
      <Section id="category-place" title={t`Place in the menu`}>
        <div className={styles.pair}>
          <SelectOf
            fields={fields}
            field="parent"
            hint={t`It takes along what stands below it.`}
            options={[{ value: '', label: t`Nothing: at the top` }, ...categoryOptions(others)]}
          />
          <SelectOf
            fields={fields}
            field="hidden"
            hint={t`Hidden, its page and those below it are gone. Its products stay on sale.`}
            options={[
              { value: '0', label: t({ context: 'category', message: 'Shown' }) },
              { value: '1', label: t({ context: 'category', message: 'Hidden' }) },
            ]}
          />
        </div>
      </Section>
      <Picture fields={fields} category={category} languages={list.languages} />
      <Section
        id="category-remove"
        title={t`Remove this category`}
        lead={t`What is in it goes into another one, and links to its page lead there.`}
        actions={<Button variant="danger" onPress={() => setRemoving(true)}>{t`Remove…`}</Button>}
      >
        {null}
      </Section>
      {isRemoving && <RemoveDialog category={category} others={others} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** Its picture, chosen among those of its products. */
function Picture({ fields, category, languages }: Omit<Props, 'list'> & { languages: CategoryList['languages'] }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { data } = useCategoryProducts(category.key);
  const chosen = fields.text('picture');
  const found = new Map<string, string>();
  if (category.fields.picture && category.picture) found.set(category.fields.picture, category.picture);
  for (const { picture, picture_name: name } of data?.pages[0]?.items ?? []) {
    if (picture && name) found.set(name, picture);
  }
  const pictures = [...found].slice(0, 24);
  const problem = fields.problem('picture');
  return (
    <Section
      id="category-picture"
      title={t({ context: 'category', message: 'Picture' })}
      lead={t`Shown where the shop presents the category. Choose one of those of its products.`}
    >
      {pictures.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>Put products with pictures into the category first.</Trans>
        </p>
      ) : (
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
              <img src={path} alt={name} width={160} height={200} loading="lazy" />
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
      {chosen !== '' && (
        <fieldset className={styles.alts}>
          <legend>{fields.name('alt')}</legend>
          <div className={styles.pair}>
            {languages.map((lang) => (
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
