/** One language: whether shoppers are offered it, where and in what it begins, and whether it is the default. What follows is said before it is saved. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { planLanguages, useSaveLanguages } from '../../api/languages';
import type { Currency, Lang, LanguagePlan, LanguageTable } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { LANGUAGE_NAMES } from '../../parts/language';
import { CheckField } from '../../parts/MoreFields';
import { toast } from '../../parts/toasts';
import { termsOf, withTerms } from './languages';
import { PlanDialog, saysSomething } from './PlanDialog';

interface Props {
  table: LanguageTable;
  lang: Lang;
  onClose: () => void;
}

interface Asked {
  plan: LanguagePlan;
  answer: (isAgreed: boolean) => void;
}

const YES = 'yes';

export function LanguageDialog({ table, lang, onClose }: Props) {
  const { t } = useLingui();
  const save = useSaveLanguages();
  // As they were when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [seen] = useState(table.languages);
  const [asked, setAsked] = useState<Asked>();
  const facts = table.facts.find((one) => one.lang === lang);
  const own = termsOf(seen, lang);
  const wasDefault = seen.default === lang;
  const [isOn, country, currency, isDefault] = [`${lang}.is_on`, `${lang}.country`, `${lang}.currency`, 'default'];
  const form = useForm<Record<string, string>>({
    id: 'language',
    keep: useKeep(`language-${lang}`, JSON.stringify(seen)),
    initial: {
      [isOn]: own?.is_on ? YES : '',
      [country]: own?.country ?? '',
      [currency]: own?.currency ?? '',
      [isDefault]: wasDefault ? YES : '',
    },
    send: async (values) => {
      const terms = {
        lang,
        is_on: values[isOn] === YES,
        country: values[country] ?? '',
        currency: values[currency] as Currency,
      };
      const args = { seen, languages: withTerms(seen, terms, values[isDefault] === YES) };
      const plan = await planLanguages(args);
      if (saysSomething(plan)) {
        const isAgreed = await new Promise<boolean>((answer) => setAsked({ plan, answer }));
        if (!isAgreed) return;
      }
      await save.mutateAsync(args);
      toast(t`Saved, and in force.`);
      onClose();
    },
  });
  const field = (name: string) => {
    const { value = '', ...rest } = form.field(name);
    return { ...rest, value };
  };
  const answer = (isAgreed: boolean) => {
    setAsked(undefined);
    asked?.answer(isAgreed);
  };
  const begun = own?.country ?? '';
  // A country that is not delivered to any more stays until another is chosen.
  const countries = table.countries.some(({ id }) => id === begun)
    ? table.countries
    : [{ id: begun, name: begun }, ...table.countries];
  return (
    <Dialog title={LANGUAGE_NAMES[lang]} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        {!facts?.stays_on && !table.pinned_by && (
          <SelectField
            {...field(isOn)}
            label={t`Offered to shoppers`}
            options={[
              { value: YES, label: t`Yes` },
              { value: '', label: t`No` },
            ]}
          />
        )}
        {facts?.stays_on && <p>{t`Always offered: it is what every other language falls back to.`}</p>}
        <SelectField
          {...field(country)}
          label={t`Country`}
          hint={t`Where orders go until an address is known.`}
          options={countries.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          {...field(currency)}
          label={t`Currency`}
          hint={t`For visitors who have chosen none and whose country has none of its own here.`}
          options={(facts?.currencies ?? []).map((value) => ({ value, label: value }))}
        />
        {!wasDefault && (
          <CheckField
            id="language-default"
            checked={form.values[isDefault] === YES}
            onChange={(is) => form.set(isDefault, is ? YES : '')}
          >
            {t`By default: for visitors whose browser speaks none of these languages.`}
          </CheckField>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy && !asked ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
      {asked && <PlanDialog plan={asked.plan} onSave={() => answer(true)} onClose={() => answer(false)} />}
    </Dialog>
  );
}
