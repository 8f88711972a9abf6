import { useLingui } from '@lingui/react/macro';
import { useSession } from '../../api/queries';
import type { Lang } from '../../api/types';
import { Chips } from '../../parts/Chips';
import { SelectField } from '../../parts/Field';
import { LANGUAGE_NAMES } from '../../parts/language';
import { KINDS, STATES, useThreadNames } from '../../parts/threadNames';
import styles from './MessagesScreen.module.css';
import type { View } from './view';

interface Props {
  view: View;
  onChange: (part: Partial<View>) => void;
}

/** One of each, chosen again to take it back. */
export function Filters({ view, onChange }: Props) {
  const { t } = useLingui();
  const names = useThreadNames();
  const { languages } = useSession();
  return (
    <search className={styles.filters} aria-label={t`Filters`}>
      <Chips
        label={t`Kind`}
        options={KINDS.map((value) => ({ value, label: names.kind(value) }))}
        chosen={view.kind ? [view.kind] : []}
        onChange={(chosen) => onChange({ kind: chosen.at(-1) ?? '' })}
      />
      <Chips
        label={t`Taken by`}
        options={[
          { value: 'me', label: t`Mine` },
          { value: 'nobody', label: t`Nobody’s` },
        ]}
        chosen={view.to ? [view.to] : []}
        onChange={(chosen) => onChange({ to: (chosen.at(-1) ?? '') as View['to'] })}
      />
      <div className={styles.fields}>
        <SelectField
          id="messages-state"
          label={t`Status`}
          value={view.state}
          onChange={(state) => onChange({ state })}
          options={[
            ...STATES.map((value) => ({ value: value as View['state'], label: names.state(value) })),
            { value: 'all', label: t`Every state` },
          ]}
        />
        <SelectField
          id="messages-lang"
          label={t`Language`}
          value={view.lang}
          onChange={(lang) => onChange({ lang })}
          options={[
            { value: '', label: t`Every language` },
            ...languages.map((lang: Lang) => ({ value: lang, label: LANGUAGE_NAMES[lang] })),
          ]}
        />
      </div>
    </search>
  );
}
