/** A carrier's days and prices in one zone. */

import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { asApiError } from '../../api/client';
import { useTariffCall } from '../../api/tariffs';
import type { ShippingTerms } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, DraftNotice, Pair } from '../../parts/Form';
import { useKeep, useKept } from '../../parts/kept';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { type Line, readTyped, type Typed, termsOf, typedOf } from './bands';
import styles from './ShippingScreen.module.css';

export interface OfferOf {
  carrier: string;
  zone: string;
  title: string;
  /** What is in force; null: nothing. */
  terms: ShippingTerms | null;
}

const TYPED = { write: (typed: Typed) => typed, read: readTyped };

export function OfferDialog({ of: { carrier, zone, title, terms }, onClose }: { of: OfferOf; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const say = useMessageText();
  const save = useTariffCall('tariff/save_shipping');
  const keep = useKeep(`offer-${carrier}-${zone}`, JSON.stringify(terms));
  const { value: typed, set: change, drop, draft } = useKept(keep, typedOf(terms, i18n.locale), TYPED);
  const setTyped = (next: Typed) => change(() => next);
  const [unreadable, setUnreadable] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const set = (at: number, change: Partial<Line>) => {
    setUnreadable(undefined);
    setTyped({ ...typed, lines: typed.lines.map((line, one) => (one === at ? { ...line, ...change } : line)) });
  };
  const error = (field: string) => (unreadable === field ? t`This value doesn’t fit here.` : undefined);
  const put = async (wanted: ShippingTerms | null) => {
    setFailure(undefined);
    try {
      await save.mutateAsync({ edits: [{ carrier, zone, seen: terms, terms: wanted }] });
      drop();
      toast(t`Saved, and in force.`);
      onClose();
    } catch (reason) {
      const problem = asApiError(reason);
      setFailure(say(Object.values(problem.fields)[0] ?? problem));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = termsOf(typed);
    if ('unreadable' in read) {
      setUnreadable(read.unreadable);
      document.getElementById(`offer-${read.unreadable}`)?.focus();
    } else if (!save.isPending) {
      void put(read);
    }
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} holdsInput>
      <form className={styles.form} noValidate onSubmit={submit}>
        {failure && <Notice tone="error" isLive title={failure} />}
        <DraftNotice draft={draft} />
        <Pair>
          <Field
            id="offer-min"
            label={t`Working days, at least`}
            value={typed.min}
            onChange={(min) => setTyped({ ...typed, min })}
            error={error('min')}
            inputMode="numeric"
            isFilter
          />
          <Field
            id="offer-max"
            label={t`Working days, at most`}
            value={typed.max}
            onChange={(max) => setTyped({ ...typed, max })}
            error={error('max')}
            inputMode="numeric"
            isFilter
          />
        </Pair>
        {typed.lines.map((line, at) => (
          <div key={at} className={styles.line}>
            <Field
              id={`offer-kilograms-${at}`}
              label={t`Up to, in kg`}
              value={line.kilograms}
              onChange={(kilograms) => set(at, { kilograms })}
              error={error(`kilograms-${at}`)}
              inputMode="decimal"
              isFilter
            />
            <Field
              id={`offer-price-${at}`}
              label={t`Price in EUR`}
              value={line.price}
              onChange={(price) => set(at, { price })}
              error={error(`price-${at}`)}
              inputMode="decimal"
              isFilter
            />
            <IconButton
              icon="close"
              aria-label={t`Take out line ${at + 1}`}
              isDisabled={typed.lines.length === 1}
              onPress={() => setTyped({ ...typed, lines: typed.lines.filter((_, one) => one !== at) })}
            />
          </div>
        ))}
        <div>
          <Button
            small
            icon="plus"
            onPress={() => setTyped({ ...typed, lines: [...typed.lines, { kilograms: '', price: '' }] })}
          >
            {t`Another weight`}
          </Button>
        </div>
        <Actions>
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {save.isPending ? t`Saving…` : t`Save`}
          </Button>
          {terms && (
            <Button isDisabled={save.isPending} onPress={() => void put(null)}>
              {t`Offer it there no more`}
            </Button>
          )}
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </form>
    </Dialog>
  );
}
