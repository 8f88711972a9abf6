/** The house's bank account: statements dropped here, their movements booked on orders, refunds written for the bank. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'wouter';
import { useRefunds, useStatements } from '../../api/bank';
import { DropCurtain } from '../../parts/DropCurtain';
import { forgotten } from '../../parts/forgotten';
import { Page } from '../../parts/Page';
import { useListViews } from '../../parts/SavedViews';
import tabs from '../../parts/Tabs.module.css';
import { useFormat } from '../../parts/text';
import styles from './BankScreen.module.css';
import { ChooseFile } from './Drop';
import { Imports } from './Imports';
import { Movements } from './Movements';
import { Refunds } from './Refunds';
import { useImports } from './useImports';
import { addressOf, PLAIN, readView, TABS, type Tab, type View, writeView } from './view';

export default function BankScreen() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const { imports, isBusy, take, forget } = useImports();
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const views = useListViews({
    list: 'bank',
    path: '/bank',
    whole: t`All open movements`,
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(params, writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  return (
    <Page
      title={t`Bank account`}
      lead={
        <Trans>
          Drop a bank statement anywhere on this page, or choose its file: CAMT.053 (XML), MT940 or CSV. The same
          movement is never booked twice, so files may overlap.
        </Trans>
      }
      actions={
        <>
          {views.menu}
          <ChooseFile isBusy={isBusy} onFiles={take} />
        </>
      }
    >
      <DropCurtain label={t`Let go to read the statement`} onFiles={take} />
      {imports.length > 0 && <Imports imports={imports} onClose={forget} />}
      <div className={styles.body}>
        {views.tabs}
        <Tabs view={view} />
        {view.tab === 'refunds' ? <Refunds /> : <Movements view={view} onChange={change} />}
      </div>
    </Page>
  );
}

function Tabs({ view }: { view: View }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data: statements } = useStatements();
  const { data: refunds } = useRefunds();
  const labels: Record<Tab, string> = {
    open: t({ context: 'movements', message: 'Open' }),
    booked: t({ context: 'movements', message: 'Booked' }),
    ignored: t({ context: 'movements', message: 'Set aside' }),
    refunds: t`Refunds to transfer`,
  };
  const counts: Partial<Record<Tab, number>> = {
    open: statements?.items.reduce((sum, { open }) => sum + open, 0) ?? 0,
    refunds: refunds?.items.filter(({ written_at }) => written_at === null).length ?? 0,
  };
  return (
    <nav className={tabs.links} aria-label={t`Movements and refunds`}>
      {TABS.map((tab) => {
        const count = counts[tab];
        return (
          <Link
            key={tab}
            href={addressOf({ ...PLAIN, tab, statement: view.statement })}
            aria-current={tab === view.tab ? 'page' : undefined}
          >
            {labels[tab]}
            {count ? <span className={styles.tabCount}>{format.number(count)}</span> : null}
          </Link>
        );
      })}
    </nav>
  );
}
