/** What `config.toml` should have otherwise. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { SystemState } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { configurationState, keyed } from './health';
import { AllWell, Part, Unchecked } from './Part';
import styles from './SystemScreen.module.css';

export function Configuration({ state }: { state: SystemState }) {
  const { t } = useLingui();
  const { warnings } = state;
  const is = configurationState(state);
  return (
    <Part
      id="configuration"
      title={t`Configuration`}
      {...(is === 'warned' && {
        lead: t`For whoever edits the configuration on the machine, therefore in English.`,
      })}
    >
      {is === 'unchecked' && (
        <Unchecked>
          <Trans>This is the demonstration: its configuration is not checked.</Trans>
        </Unchecked>
      )}
      {is === 'in_order' && (
        <AllWell>
          <Trans>The configuration is in order.</Trans>
        </AllWell>
      )}
      {is === 'warned' && (
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
