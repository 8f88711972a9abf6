/** Finds goods by name, option or SKU, and shows what there is of each. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useGoods } from '../../api/orders';
import type { FoundItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { Search } from '../../parts/Search';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './Add.module.css';

interface Props {
  /** Of the order. */
  number: string;
  /** Where it goes. */
  country: string;
  error: string | undefined;
  chosen: FoundItem[];
  onChoose: (item: FoundItem) => void;
}

export function FindGoods({ number, country, error, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const [q, setQ] = useState('');
  const { data, error: failure } = useGoods(number, q);
  const found = q ? data : undefined;
  return (
    <div id="add-search" tabIndex={-1} className={styles.find}>
      <Search label={t`Find goods`} placeholder={t`Name, colour, size or SKU`} value={q} onSearch={setQ} />
      {error && (
        <p className={styles.error}>
          <Icon name="error" size={16} />
          <span>{error}</span>
        </p>
      )}
      {failure && <p role="alert">{say(failure)}</p>}
      <p className={styles.hint} role="status">
        {found && found.items.length === 0 && <Trans>Nothing is found. Try fewer letters, or the SKU.</Trans>}
        {found?.is_more && <Trans>There is more. Type a size, a colour or the SKU.</Trans>}
      </p>
      {found && found.items.length > 0 && (
        <ul className={styles.found} aria-label={t`Found goods`}>
          {found.items.map((item) => (
            <Found
              key={item.sku}
              item={item}
              currency={found.currency}
              country={country}
              isChosen={chosen.some(({ sku }) => sku === item.sku)}
              onChoose={() => onChoose(item)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FoundProps {
  item: FoundItem;
  currency: string;
  country: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Found({ item, currency, country, isChosen, onChoose }: FoundProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, options, sku, stock } = item;
  const where = format.country(country);
  const pieces = format.number(stock);
  const full = [name, options].filter(Boolean).join(', ');
  const isThere = item.most > 0 && item.ships_there;
  return (
    <li>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.quiet}>{[options, sku].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.price}>
        <p>{format.money(item.price, currency)}</p>
        <p className={styles.quiet}>
          {!item.ships_there ? t`not sold in ${where}` : stock === 0 ? t`sold out` : t`${pieces} in stock`}
        </p>
      </div>
      {isThere && (
        <Button
          small
          icon={isChosen ? 'check' : 'plus'}
          isPending={isChosen}
          aria-label={isChosen ? t`Chosen: ${full}` : t`Choose ${full}`}
          onPress={onChoose}
        >
          {isChosen ? t`Chosen` : t`Choose`}
        </Button>
      )}
    </li>
  );
}
