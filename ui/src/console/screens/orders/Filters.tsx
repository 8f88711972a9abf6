import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import type { Lang } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { Field, SelectField } from '../../parts/Field';
import { LOCALES } from '../../parts/language';
import { METHODS, STATUSES, useOrderNames } from '../../parts/orderNames';
import { countries } from './countries';
import styles from './OrdersScreen.module.css';
import { countFilters, type View } from './view';

interface Props {
  view: View;
  onChange: (part: Partial<View>, options?: { replace: boolean }) => void;
  /** The search, in the same line. */
  children: ReactNode;
}

export function Filters({ view, onChange, children }: Props) {
  const { t, i18n } = useLingui();
  const names = useOrderNames();
  const locale = LOCALES[i18n.locale as Lang] ?? 'en-GB';
  const places = useMemo(() => countries(locale), [locale]);
  const count = countFilters(view);
  // The list comes first; filters that are set stay in sight.
  const [isOpen, setOpen] = useState(count > 0);
  const isReversed = view.from !== '' && view.until !== '' && view.from > view.until;
  return (
    <>
      <div className={styles.first}>
        {children}
        <Button icon="filter" aria-expanded={isOpen} aria-controls="order-filters" onPress={() => setOpen(!isOpen)}>
          {count > 0 ? t`Filters (${count})` : t`Filters`}
        </Button>
      </div>
      <search id="order-filters" className={styles.filters} data-open={isOpen ? '' : undefined} aria-label={t`Filters`}>
        <Chips
          label={t`Status`}
          options={STATUSES.map((value) => ({ value, label: names.status(value) }))}
          chosen={view.status}
          onChange={(status) => onChange({ status: STATUSES.filter((one) => status.includes(one)) })}
        />
        <div className={styles.fields}>
          <SelectField
            id="orders-method"
            label={t`Payment`}
            value={view.method}
            onChange={(method) => onChange({ method })}
            options={[
              { value: '', label: t`Every method` },
              ...METHODS.map((value) => ({ value: value as string, label: names.method(value) })),
            ]}
          />
          <SelectField
            id="orders-country"
            label={t`Country`}
            value={view.country}
            onChange={(country) => onChange({ country })}
            options={[{ value: '', label: t`Every country` }, ...places]}
          />
          <SelectField
            id="orders-channel"
            label={t`Ordered`}
            value={view.channel}
            onChange={(channel) => onChange({ channel })}
            options={[
              { value: '', label: t`Every way` },
              { value: 'shop', label: t`In the shop` },
              { value: 'telephone', label: t`By telephone` },
            ]}
          />
          <SelectField
            id="orders-collection"
            label={t`Collection`}
            value={view.uncollected ? '1' : ''}
            onChange={(value) => onChange({ uncollected: value === '1' })}
            options={[
              { value: '', label: t`Every order` },
              { value: '1', label: t`Ready for a week, not fetched` },
            ]}
          />
          <Field
            id="orders-from"
            label={t`From`}
            type="date"
            isFilter
            value={view.from}
            onChange={(from) => onChange({ from }, { replace: true })}
          />
          <Field
            id="orders-until"
            label={t`To`}
            type="date"
            isFilter
            value={view.until}
            onChange={(until) => onChange({ until }, { replace: true })}
            error={isReversed ? t`‘To’ is before ‘From’. Please change one of the two dates.` : undefined}
          />
        </div>
      </search>
    </>
  );
}
