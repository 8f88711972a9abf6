/** Settings as they are and as they would be. */

import type { SettingList, WaitingSettingValue } from '../../api/types';
import styles from './SettingsScreen.module.css';
import { useShow } from './show';
import { useSettingWords } from './words';

export function Differences({ changes, list }: { changes: WaitingSettingValue[]; list: SettingList }) {
  const words = useSettingWords();
  const show = useShow();
  const kinds = new Map(list.sections.flatMap(({ settings }) => settings.map(({ key, kind }) => [key, kind] as const)));
  return (
    <dl className={styles.values}>
      {changes.map(({ key, now, then }) => {
        const kind = kinds.get(key) ?? { of: 'text' as const };
        return (
          <div key={key}>
            <dt>{words(key).label}</dt>
            <dd>
              <del>{show(kind, now)}</del> <ins>{show(kind, then)}</ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
