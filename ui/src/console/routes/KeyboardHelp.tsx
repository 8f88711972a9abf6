import { useLingui } from '@lingui/react/macro';
import { useMay } from '../api/queries';
import { useStore } from '../api/store';
import { Dialog } from '../parts/Dialog';
import { setSingleKeys, singleKeys } from '../parts/shortcuts';
import styles from './KeyboardHelp.module.css';
import type { Screen } from './screens';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  screens: Screen[];
}

export function KeyboardHelp({ isOpen, onClose, screens }: Props) {
  const { t, i18n } = useLingui();
  const isOn = useStore(singleKeys);
  const mayOrder = useMay('orders_change');
  const keys: [string[], string][] = [
    [[t`Ctrl`, 'K'], t`Search everything, and commands`],
    [['/'], t`Search of the list, else as Ctrl K`],
    ...screens.map(({ key, name }): [string[], string] => [['g', key], i18n._(name)]),
    ...(mayOrder ? [[['g', 'n'], t`Order by telephone`] satisfies [string[], string]] : []),
    [['j'], t`Next row of a list`],
    [['k'], t`Previous row of a list`],
    [[t`Enter`], t`Open the row`],
    [['x'], t`Select the row; with Shift and a click, all in between. On the bank account: set it aside`],
    [['b'], t`Bank account: book the row on its first order`],
    [['['], t`Previous order of the list`],
    [[']'], t`Next order of the list`],
    [['F6'], t`To what can still be undone, and back`],
    [[t`Esc`], t`Close what is open`],
    [['?'], t`This help`],
  ];
  return (
    <Dialog title={t`Keyboard help`} isOpen={isOpen} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([pressed, does]) => (
          <div key={pressed.join('+')}>
            <dt>
              {pressed.map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={(event) => setSingleKeys(event.target.checked)} />
        <span>{t`Single-key shortcuts. Switch them off if speech input or another aid triggers them.`}</span>
      </label>
    </Dialog>
  );
}
