/** A new category: its name and its place. The rest is written on its page. */

import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { useCategoryCall } from '../../api/categories';
import type { CategoryList } from '../../api/types';
import { Button } from '../../parts/Button';
import { categoryOptions } from '../../parts/categoryNames';
import { Dialog } from '../../parts/Dialog';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { LANGUAGE_NAMES } from '../../parts/language';

export function CreateDialog({ list, onClose }: { list: CategoryList; onClose: () => void }) {
  const { t } = useLingui();
  const [, go] = useLocation();
  const create = useCategoryCall('category/create');
  const lang = list.languages[0] ?? 'en';
  const language = LANGUAGE_NAMES[lang];
  const form = useForm({
    id: 'create',
    initial: { name: '', parent: '' },
    check: ({ name }) => ({ name: name.trim() ? undefined : t`Enter a name for the category.` }),
    send: async ({ name, parent }) => {
      const made = await create.mutateAsync({ key: '', fields: { [`name.${lang}`]: name, parent, hidden: '1' } });
      onClose();
      go(`/categories/${encodeURIComponent(made.key)}`);
    },
  });
  return (
    <Dialog title={t`New category`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <Field
          {...form.field('name')}
          label={t`Name in ${language}`}
          hint={t`The other languages are written on its page. It stays hidden until you show it.`}
          autoFocus
        />
        <SelectField
          {...form.field('parent')}
          label={t`Stands below`}
          options={[{ value: '', label: t`Nothing: at the top` }, ...categoryOptions(list.categories)]}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Make it, hidden`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
