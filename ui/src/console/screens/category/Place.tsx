/** Where a category stands, whether shoppers see it, and its picture. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CategoryDetail, CategoryList } from '../../api/types';
import { Button } from '../../parts/Button';
import { branchOf, categoryOptions } from '../../parts/categoryNames';
import { type FieldsOf, SelectOf } from '../../parts/FieldOf';
import { Section } from '../../parts/Page';
import styles from './CategoryScreen.module.css';
import { Picture } from './Picture';
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
