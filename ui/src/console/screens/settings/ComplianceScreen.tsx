/** What the law asks of the shop: what is missing or still the demonstration's, each with the way to its place; then every duty. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useCompliance } from '../../api/compliance';
import type { ComplianceFinding, LegalDuty } from '../../api/types';
import { Back } from '../../parts/Back';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './SettingsScreen.module.css';
import { useWhere } from './where';

export default function ComplianceScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useCompliance();
  return (
    <Page
      title={t`What the law asks`}
      lead={t`Every duty that this shop’s pages have by law, and what you still have to put in its place before you sell.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={12} />}
      {data && <Open found={data.open} />}
      {data && <Duties duties={data.duties} />}
    </Page>
  );
}

function Open({ found }: { found: ComplianceFinding[] }) {
  const { t } = useLingui();
  const say = useMessageText();
  const where = useWhere();
  const format = useFormat();
  const count = format.number(found.length);
  if (found.length === 0) {
    return (
      <EmptyState title={t`Nothing is missing`}>
        {t`Nothing of the demonstration is left. Whether what you entered is right, only you can know.`}
      </EmptyState>
    );
  }
  return (
    <Section id="open" title={t`Still to be put in its place: ${count}`} isOpen>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Where`}</th>
            <th scope="col">{t`What is wrong`}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ place, what }) => {
            const { label, path, key } = where(place);
            return (
              <tr key={`${JSON.stringify(place)} ${what.id}`}>
                <th scope="row">
                  {path ? <Link href={path}>{label}</Link> : label}
                  {key && (
                    <span className={table.quiet} translate="no">
                      {key}
                    </span>
                  )}
                </th>
                <td className={styles.sentence}>{say(what)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

function Duties({ duties }: { duties: LegalDuty[] }) {
  const { t } = useLingui();
  const say = useMessageText();
  return (
    <Section
      id="duties"
      title={t`Duties`}
      lead={t`The shop meets each of them as it is installed; tests prove it with every version.`}
      isOpen
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Duty`}</th>
            <th scope="col">{t`Law`}</th>
            <th scope="col">{t`Where it is met`}</th>
          </tr>
        </thead>
        <tbody>
          {duties.map(({ duty, law, shown, proofs }) => (
            <tr key={duty.id}>
              <th scope="row">{say(duty)}</th>
              <td data-label={t`Law`} className={styles.sentence}>
                {say(law)}
              </td>
              <td className={styles.sentence}>
                {say(shown)}
                <details className={styles.proofs}>
                  <summary aria-label={t`Tests of: ${say(duty)}`}>{t`Tests`}</summary>
                  <ul translate="no">
                    {proofs.map((proof) => (
                      <li key={proof}>{proof}</li>
                    ))}
                  </ul>
                </details>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
