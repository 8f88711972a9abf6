/** Finds goods by name, option or SKU, and shows what there is of each. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api/client';
import type { FoundGoods, FoundItem } from '../api/types';
import { Button } from './Button';
import styles from './Goods.module.css';
import { Icon } from './Icon';
import { Search } from './Search';
import { useFormat, useMessageText } from './text';

interface Props {
  /** Of the search, to which the summary of errors leads. */
  id: string;
  q: string;
  onSearch: (q: string) => void;
  /** What was found by it. */
  data: FoundGoods | undefined;
  failure: ApiError | null;
  /** Where the goods go. */
  country: string;
  error: string | undefined;
  chosen: FoundItem[];
  onChoose: (item: FoundItem) => void;
}

export function FindGoods({ id, q, onSearch, data, failure, country, error, chosen, onChoose }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const found = q ? data : undefined;
  return (
    <div id={id} tabIndex={-1} className={styles.find}>
      <Search label={t`Find goods`} placeholder={t`Name, colour, size or SKU`} value={q} onSearch={onSearch} />
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
