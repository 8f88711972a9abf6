/** The five colours of a house: one of the palettes that the shop comes with, or its own, with what cannot be read. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/client';
import type { LookScreen, LowContrast, Palette } from '../../api/look';
import type { Message } from '../../api/types';
import { Button } from '../../parts/Button';
import { LoadError, Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { isSame } from '../../parts/savedDraft';
import { useFormat, useMessageText } from '../../parts/text';
import { isColour, ROLES, type Role } from './documents';
import styles from './look.module.css';
import { useLookWords } from './words';

const isRole = (role: string): role is Role => (ROLES as readonly string[]).includes(role);

/** What is known of the palette that is shown. */
export interface Check {
  /** Undefined until it was checked. */
  low: LowContrast[] | undefined;
  error: ApiError | null;
  retry: () => void;
}

interface Props {
  palette: Palette;
  offered: LookScreen['palettes'];
  check: Check;
  problem: (field: string) => Message | undefined;
  onChange: (palette: Palette) => void;
}

export function Colours({ palette, offered, check, problem, onChange }: Props) {
  const { t } = useLingui();
  const words = useLookWords();
  const isOwn = !offered.some((one) => isSame(one.palette, palette));
  return (
    <>
      <fieldset className={styles.cards}>
        <legend className={styles.legend}>{t`Palette`}</legend>
        {offered.map((one) => (
          <label key={one.preset} className={styles.card}>
            <input
              type="radio"
              name="palette"
              checked={isSame(one.palette, palette)}
              onChange={() => onChange(one.palette)}
            />
            <Swatches palette={one.palette} />
            <span>{words.preset(one.preset)}</span>
          </label>
        ))}
        {isOwn && (
          <label className={styles.card}>
            <input type="radio" name="palette" checked readOnly />
            <Swatches palette={palette} />
            <span>{t`Own colours`}</span>
          </label>
        )}
      </fieldset>
      <div className={styles.colours}>
        {ROLES.map((role) => (
          <ColourField
            key={role}
            id={`look-${role}`}
            label={words.role(role)}
            colour={palette[role]}
            problem={problem(`palette.${role}`)}
            onChange={(colour) => onChange({ ...palette, [role]: colour })}
          />
        ))}
      </div>
      <Contrasts check={check} onTake={(role, colour) => isRole(role) && onChange({ ...palette, [role]: colour })} />
    </>
  );
}

function Swatches({ palette }: { palette: Palette }) {
  return (
    <span className={styles.swatches} aria-hidden="true">
      {ROLES.map((role) => (
        <span key={role} style={{ backgroundColor: palette[role] }} />
      ))}
    </span>
  );
}

interface ColourProps {
  id: string;
  label: string;
  colour: string;
  problem: Message | undefined;
  onChange: (colour: string) => void;
}

/** A colour as its code, and as the device lets one choose it. */
function ColourField({ id, label, colour, problem, onChange }: ColourProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const [typed, setTyped] = useState(colour);
  // Chosen elsewhere: by the palette, the device, a colleague.
  useEffect(() => setTyped(colour), [colour]);
  const type = (text: string) => {
    setTyped(text);
    const whole = text.trim().replace(/^#?/, '#');
    if (isColour(whole)) onChange(whole.toLowerCase());
  };
  const error = isColour(typed.trim().replace(/^#?/, '#'))
    ? problem && say(problem)
    : t`Write a colour such as #1a2b3c.`;
  return (
    <Field
      id={id}
      label={label}
      value={typed}
      onChange={type}
      error={error}
      maxLength={9}
      isFilter
      after={
        <input
          type="color"
          className={styles.picker}
          aria-label={t`Choose: ${label}`}
          value={colour}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    />
  );
}

/** Pairs that people cannot tell apart, in words and numbers, with the way out. */
function Contrasts({ check, onTake }: { check: Check; onTake: (role: string, colour: string) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useLookWords();
  const { low, error, retry } = check;
  if (!low && error) return <LoadError error={error} onRetry={retry} />;
  if (!low?.length) {
    return (
      <p className={styles.readable} data-checked={low ? '' : undefined} role="status">
        {low
          ? t`All of it can be read: every pair has the contrast that people need.`
          : t({ context: 'look', message: 'Checking…' })}
      </p>
    );
  }
  const mended = new Map(low.flatMap(({ colour, nearest }) => (nearest ? [[colour, nearest] as const] : [])));
  return (
    <Notice
      tone="warning"
      isLive
      title={t`This can hardly be read`}
      actions={[...mended].map(([role, nearest]) => {
        const name = words.role(role);
        return (
          <Button key={role} small onPress={() => onTake(role, nearest)}>
            {t`${name}: take ${nearest}`}
          </Button>
        );
      })}
    >
      <ul>
        {low.map(({ colour, ground, ratio, needed, nearest }) => {
          const [what, on] = [words.role(colour), words.role(ground)];
          const [is, should] = [format.decimal(ratio), format.decimal(needed)];
          return (
            <li key={`${colour} ${ground}`}>
              {nearest
                ? t`${what} on “${on}”: the contrast is ${is} and should be ${should}.`
                : t`${what} on “${on}”: the contrast is ${is} and should be ${should}. Choose a lighter ground.`}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
