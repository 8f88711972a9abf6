/** The span, and what it is compared with. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FiguresSpan, Message } from '../../api/types';
import { Field, SelectField } from '../../parts/Field';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './FiguresScreen.module.css';
import { AGAINST, type Against, isDay, PRESETS, type Preset } from './spans';

interface SpanChooserProps {
  preset: Preset | 'own';
  against: Against;
  span: FiguresSpan;
  other: FiguresSpan | undefined;
  /** By field, from the server. */
  problems: Record<string, Message>;
  onChange: (values: Record<string, string>) => void;
}

export function SpanChooser({ preset, against, span, other, problems, onChange }: SpanChooserProps) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const presets: Record<Preset, string> = {
    today: t`Today`,
    yesterday: t`Yesterday`,
    last_7: t`Last 7 days`,
    last_30: t`Last 30 days`,
    month: t`This month`,
    last_month: t`Last month`,
    quarter: t`This quarter`,
    last_quarter: t`Last quarter`,
    year: t`This year`,
    last_year: t`Last year`,
  };
  const compared: Record<Against, string> = {
    before: t`the time before`,
    year: t`a year earlier`,
    own: t`other days`,
    none: t`nothing`,
  };
  const problem = (field: string) => problems[field] && say(problems[field]);
  const shown = format.days(span.from, span.to);
  const before = other && format.days(other.from, other.to);
  return (
    <search className={styles.chooser} aria-label={t`Span of the figures`}>
      <div className={styles.fields}>
        <SelectField
          id="figures-span"
          label={t`Span`}
          value={preset}
          onChange={(value) =>
            onChange(value === 'own' ? { span: value, from: span.from, to: span.to } : { span: value })
          }
          options={[
            ...PRESETS.map((value) => ({ value, label: presets[value] })),
            { value: 'own' as const, label: t`Chosen days` },
          ]}
        />
        {preset === 'own' && (
          <>
            <DayField
              id="figures-from"
              label={t`From`}
              value={span.from}
              onChange={(from) => onChange({ from })}
              error={problem('span.from')}
            />
            <DayField
              id="figures-to"
              label={t`To`}
              value={span.to}
              onChange={(to) => onChange({ to })}
              error={problem('span.to')}
            />
          </>
        )}
        <SelectField
          id="figures-against"
          label={t`Compared with`}
          value={against}
          onChange={(value) =>
            onChange(
              value === 'own' && other
                ? { against: value, from_before: other.from, to_before: other.to }
                : { against: value },
            )
          }
          options={AGAINST.map((value) => ({ value, label: compared[value] }))}
        />
        {against === 'own' && other && (
          <>
            <DayField
              id="figures-from-before"
              label={t`From (compared)`}
              value={other.from}
              onChange={(day) => onChange({ from_before: day })}
              error={problem('against.from')}
            />
            <DayField
              id="figures-to-before"
              label={t`To (compared)`}
              value={other.to}
              onChange={(day) => onChange({ to_before: day })}
              error={problem('against.to')}
            />
          </>
        )}
      </div>
      {Object.keys(problems).length === 0 && (
        <p className={styles.days}>{before ? t`${shown}, compared with ${before}` : shown}</p>
      )}
    </search>
  );
}

interface DayFieldProps {
  id: string;
  label: string;
  value: string;
  onChange: (day: string) => void;
  error: string | undefined;
}

/** A day takes effect once it is one: what is typed on the way to it, such as the year 0002, does not. */
function DayField({ value, onChange, ...rest }: DayFieldProps) {
  const [typed, setTyped] = useState({ value, of: value });
  const shown = typed.of === value ? typed.value : value;
  return (
    <Field
      {...rest}
      type="date"
      value={shown}
      onChange={(day) => {
        const isNew = isDay(day);
        setTyped({ value: day, of: isNew ? day : value });
        if (isNew) onChange(day);
      }}
      onBlur={() => setTyped({ value, of: value })}
    />
  );
}
