/** Counts what has come: as announced, fewer, more, or other goods of the order. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { ReturnDetail, ReturnLine } from '../../api/types';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Section } from '../../parts/Page';
import { piecesUpTo } from '../../parts/pieces';
import { useFormat } from '../../parts/text';
import styles from './ReturnScreen.module.css';

const nameOf = ({ position }: ReturnLine) => `line_${position}`;

export function Receive({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const form = useForm<Record<string, string>>({
    id: 'receive',
    keep: useKeep(`return-${of.number}`, String(of.version)),
    initial: Object.fromEntries(of.lines.map((line) => [nameOf(line), String(line.announced)])),
    check: (values) => {
      const errors: Record<string, string> = {};
      let sum = 0;
      for (const line of of.lines) {
        const pieces = piecesUpTo(values[nameOf(line)] ?? '', line.most);
        const { name, most } = line;
        if (pieces === undefined) errors[nameOf(line)] = t`${name}: enter a number from 0 to ${most}.`;
        sum += pieces ?? 1;
      }
      const first = of.lines[0];
      if (first && sum === 0) errors[nameOf(first)] = t`Enter how many pieces of at least one line.`;
      return errors;
    },
    send: (values) =>
      ask(
        'return/receive',
        {
          number: of.number,
          version: of.version,
          lines: of.lines
            .map((line) => ({ position: line.position, qty: piecesUpTo(values[nameOf(line)] ?? '', line.most) ?? 0 }))
            .filter(({ qty }) => qty > 0),
        },
        of.order_number,
      ),
  });
  return (
    <Section
      id="return-receive"
      title={t`Count what has come`}
      lead={t`Count the pieces, whatever was announced. What comes with this parcel is taken out of other announcements.`}
    >
      <Form form={form} label={t`Count what has come`}>
        <ul className={styles.lines}>
          {of.lines.map((line) => {
            const most = format.number(line.most);
            return (
              <li key={line.position} className={`${styles.line} ${styles.counted}`}>
                <h3>{line.name}</h3>
                <Field
                  {...form.field(nameOf(line))}
                  value={form.values[nameOf(line)] ?? ''}
                  label={t({ context: 'return', message: 'Pieces received' })}
                  hint={t`at most ${most}`}
                  isFilter
                  short
                  inputMode="numeric"
                  maxLength={6}
                  autoComplete="off"
                />
              </li>
            );
          })}
        </ul>
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
