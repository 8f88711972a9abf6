/** Number of the loyalty programme's member card. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSite } from '../state/site';
import { Button } from './Button';
import { Field, type FieldProps } from './Field';
import { Icon } from './Icon';
import styles from './MemberCardField.module.css';

export interface MemberCardFieldProps extends Omit<FieldProps, 'label'> {
  /** Collapses the empty field to a button with this label: most customers have no card (U2). */
  offer?: string;
  /** Below the field. */
  children?: ReactNode;
}

export function MemberCardField({ offer, children, ...field }: MemberCardFieldProps) {
  const { t } = useLingui();
  const { brand } = useSite();
  const [isOpen, setOpen] = useState(false);
  const justOpened = useRef(false);
  // Focus the field that was just opened.
  useEffect(() => {
    if (!justOpened.current) return;
    justOpened.current = false;
    document.getElementById(field.id)?.focus();
  });
  const isOffered = Boolean(offer) && !isOpen && field.value === '' && !field.error;
  return (
    <>
      {isOffered && (
        <p className={styles.offer}>
          <Button
            variant="quiet"
            small
            onClick={() => {
              justOpened.current = true;
              setOpen(true);
            }}
          >
            <Icon name="plus" size={16} />
            <span>{offer}</span>
          </Button>
        </p>
      )}
      <div className={isOffered ? styles.closed : styles.open}>
        <Field
          {...field}
          label={t`Member card number`}
          hint={t`16 digits, of the loyalty programme that ${brand} belongs to`}
          inputMode="numeric"
          autoComplete="off"
        />
        {children}
      </div>
    </>
  );
}
