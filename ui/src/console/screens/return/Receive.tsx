/** Counts what has come: as announced, fewer, more, or other goods of the order. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { ReturnDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { CheckField } from '../../parts/MoreFields';
import { Section } from '../../parts/Page';
import { PieceLines, usePiecesCheck } from '../../parts/PieceLines';
import { countedOf, pieceLine } from '../../parts/pieces';
import { missingOf } from './pieces';
import styles from './ReturnScreen.module.css';

export function Receive({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const check = usePiecesCheck();
  const lines = of.lines.map((line) => pieceLine(line, line.most));
  const form = useForm<Record<string, string>>({
    id: 'receive',
    keep: useKeep(`return-${of.number}`, String(of.version)),
    initial: {
      over: '',
      ...Object.fromEntries(of.lines.map((line) => [pieceLine(line, line.most).name, String(line.announced)])),
    },
    check: (values) => check(lines, values),
    send: (values) =>
      ask(
        'return/receive',
        {
          number: of.number,
          version: of.version,
          lines: countedOf(lines, values),
          rest_comes: values.over !== 'yes',
        },
        of.order_number,
      ),
  });
  const missing = missingOf(of.lines, countedOf(lines, form.values));
  return (
    <Section
      id="return-receive"
      title={t`Count what has come`}
      lead={
        of.refunded_at === null
          ? t`Count the pieces, whatever was announced. What comes with this parcel is taken out of other announcements.`
          : t`Its money has gone back already: count only pieces that were announced with it. What else has come is a return of its own.`
      }
    >
      <Form form={form} label={t`Count what has come`}>
        <PieceLines
          id="receive"
          label={t({ context: 'return', message: 'Pieces received' })}
          lines={lines}
          values={form.values}
          errors={form.errors}
          onChange={form.set}
        />
        {missing > 0 && (
          <div className={styles.missing}>
            <p aria-live="polite">
              {form.values.over === 'yes' ? (
                <Plural
                  value={missing}
                  one="# announced piece is missing, and is expected no more."
                  other="# announced pieces are missing, and are expected no more."
                />
              ) : (
                <Plural
                  value={missing}
                  one="# announced piece is missing: it stays announced, as a return of its own."
                  other="# announced pieces are missing: they stay announced, as a return of their own."
                />
              )}
            </p>
            <CheckField
              id="receive-over"
              checked={form.values.over === 'yes'}
              onChange={(isOn) => form.set('over', isOn ? 'yes' : '')}
            >
              {t`Nothing more is coming`}
            </CheckField>
          </div>
        )}
        <p className={styles.quiet}>
          <Trans>The customer gets a letter that the goods are here. You can undo this for ten seconds.</Trans>
        </p>
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : t`The goods are here`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}
