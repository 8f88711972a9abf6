/** What `config.toml` should have otherwise. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Icon } from '../../parts/Icon';
import { keyed } from './health';
import { AllWell, Part } from './Part';
import styles from './SystemScreen.module.css';

export function Configuration({ warnings, isDemo }: { warnings: string[]; isDemo: boolean }) {
  const { t } = useLingui();
  return (
    <Part
      id="configuration"
      title={t`Configuration`}
      {...(warnings.length > 0 && {
        lead: t`For whoever edits the configuration on the machine, therefore in English.`,
      })}
    >
      {warnings.length === 0 && (
        <AllWell>
          {isDemo ? (
            <Trans>This is the demonstration: its configuration is not checked.</Trans>
          ) : (
            <Trans>The configuration is in order.</Trans>
          )}
        </AllWell>
      )}
      {warnings.length > 0 && (
        <ul className={styles.warnings} lang="en">
          {warnings.map((warning) => {
            const { keys, rest } = keyed(warning);
            return (
              <li key={warning}>
                <Icon name="warning" size={20} />
                <p>
                  {keys && <code translate="no">{keys}</code>} {rest}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Part>
  );
}
