/** Papers of orders as PDF: opened in a tab of their own, and offered for saving. */

import { useLingui } from '@lingui/react/macro';
import { call } from '../api/client';
import type { PaperKind } from '../api/types';
import { Button } from './Button';
import { useDocument } from './documents';
import { Notice } from './Feedback';
import { type Action, Menu } from './Menu';
import styles from './Papers.module.css';

export type Print = ReturnType<typeof usePrint>;

export const usePrint = () =>
  useDocument((kind: PaperKind, numbers: string[]) => call('pack/papers', { kind, numbers }));

/** One of the files into which the papers of many orders are cut. */
export const usePrintFile = (id: number) =>
  useDocument((kind: PaperKind, file: number) => call('bulk/papers', { id, file, kind }));

/** The papers of one order: what is packed with it, and its invoices by their numbers. */
export const usePrintOrder = (number: string) =>
  useDocument((kind: PaperKind | 'invoice', document?: string) =>
    kind === 'invoice'
      ? call('order/document', { number, document })
      : call('pack/papers', { kind, numbers: [number] }),
  );

function useKinds(): Record<PaperKind, string> {
  const { t } = useLingui();
  return {
    all: t`Everything in one file, labels 105 × 148 mm`,
    all_a4: t`Everything in one file, all on A4`,
    slips: t`Pick list and packing slips`,
    labels: t`Address labels, 105 × 148 mm`,
    labels_a4: t`Address labels, four on A4`,
  };
}

const ICONS = { all: 'print', all_a4: 'print', slips: 'note', labels: 'mail', labels_a4: 'mail' } as const;

interface MenuProps {
  isBusy: boolean;
  onPrint: (kind: PaperKind) => void;
  /** Says what is printed, where several of these stand on a page. */
  label?: string;
  /** What else is printed, after the papers for packing. */
  more?: Action[];
  /** Among the actions of a whole page. */
  isLarge?: boolean;
}

export function PrintMenu({ isBusy, onPrint, label, more = [], isLarge = false }: MenuProps) {
  const { t } = useLingui();
  const kinds = useKinds();
  return (
    <Menu
      label={label ?? t`Print`}
      trigger={
        <Button small={!isLarge} icon="print" isPending={isBusy} aria-label={label}>
          {isBusy ? t`Printing…` : t`Print…`}
        </Button>
      }
      actions={[
        ...(Object.keys(kinds) as PaperKind[]).map((kind) => ({
          id: kind,
          label: kinds[kind],
          icon: ICONS[kind],
          onAction: () => onPrint(kind),
        })),
        ...more,
      ]}
    />
  );
}

type Shown = Pick<Print, 'failure' | 'close'> & {
  ready: { args: [PaperKind | 'invoice', ...unknown[]]; name: string; address: string } | undefined;
};

export function PapersNotice({ print: { ready, failure, close } }: { print: Shown }) {
  const { t } = useLingui();
  const kinds = { ...useKinds(), invoice: t`Invoice` };
  if (failure) return <Notice tone="error" isLive title={failure} />;
  if (!ready) return null;
  const what = kinds[ready.args[0]];
  return (
    <Notice
      tone="success"
      isLive
      title={t`${what}: ready to print`}
      actions={
        <span className={styles.papers}>
          <a href={ready.address} target="_blank" rel="noreferrer">
            {t`Open`}
          </a>
          <a href={ready.address} download={ready.name}>
            {t`Save`}
          </a>
          <Button small variant="quiet" onPress={close}>{t`Close`}</Button>
        </span>
      }
    />
  );
}
