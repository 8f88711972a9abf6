/** Entries as rows; each opens to what it changed. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useState } from 'react';
import type { AuditEntry, Lang } from '../../api/types';
import { Button } from '../../parts/Button';
import { difference } from '../../parts/difference';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { LANGUAGE_NAMES } from '../../parts/language';
import { useNames } from '../../parts/names';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './AuditScreen.module.css';

export const AUDIT_COLUMNS = ['who', 'what', 'when', 'outcome'] as const;

export type AuditColumn = (typeof AUDIT_COLUMNS)[number];

export function useAuditColumns(): Record<AuditColumn, string> {
  const { t } = useLingui();
  return { who: t`Who`, what: t`What`, when: t`When`, outcome: t`Outcome` };
}

interface Props {
  entries: readonly AuditEntry[];
  hide: readonly AuditColumn[];
  actorName: (actor: string) => string;
  onActor: (actor: string) => void;
}

export function AuditTable({ entries, hide, actorName, onActor }: Props) {
  const { t } = useLingui();
  const columns = useAuditColumns();
  const has = (column: AuditColumn) => !hide.includes(column);
  const names = useNames();
  const format = useFormat();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t`Action`}</th>
          {AUDIT_COLUMNS.filter(has).map((column) => (
            <th key={column} scope="col">
              {columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { id, at, actor, call, outcome, noun, thing } = entry;
          const isOpen = open.has(id);
          return (
            <Fragment key={id}>
              <tr className={isOpen ? styles.opened : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    data-row=""
                    className={styles.toggle}
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? `entry-${id}` : undefined}
                    onClick={() => toggle(id)}
                  >
                    <Icon name="chevron-down" size={16} />
                    <span>{names.call(call)}</span>
                  </button>
                </th>
                {has('who') && <td data-label={columns.who}>{actorName(actor)}</td>}
                {has('what') && (
                  <td data-label={columns.what}>
                    <span>
                      {names.noun(noun)} {thing && <span className={styles.thing}>{thing}</span>}
                    </span>
                  </td>
                )}
                {has('when') && (
                  <td data-label={columns.when}>
                    <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
                  </td>
                )}
                {has('outcome') && (
                  <td data-label={columns.outcome}>
                    {outcome === 'done' ? (
                      <Badge tone="success">{t`Carried out`}</Badge>
                    ) : (
                      <Badge tone="error">{t`Refused`}</Badge>
                    )}
                  </td>
                )}
              </tr>
              {isOpen && (
                <tr id={`entry-${id}`} className={styles.details}>
                  <td colSpan={1 + AUDIT_COLUMNS.length - hide.length}>
                    <Details entry={entry} actorName={actorName} onActor={onActor} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Details({ entry, actorName, onActor }: Omit<Props, 'entries' | 'hide'> & { entry: AuditEntry }) {
  const { t } = useLingui();
  const names = useNames();
  const write = useValue();
  const { id, actor, call, network } = entry;
  const changes = difference(entry.before, entry.after, write);
  const who = actorName(actor);
  return (
    <div className={styles.inside}>
      {changes.length === 0 ? (
        <p>
          <Trans>This action changed no field, or its details have been erased.</Trans>
        </p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t`Field`}</th>
              <th scope="col">{t`Before`}</th>
              <th scope="col">{t`After`}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row">{names.key(path)}</th>
                <td>{before === undefined ? <span className={styles.none}>{t`none`}</span> : <del>{before}</del>}</td>
                <td>{after === undefined ? <span className={styles.none}>{t`none`}</span> : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t`Entry`}</dt>
          <dd>{id}</dd>
        </div>
        <div>
          <dt>{t`Call`}</dt>
          <dd>
            <code>{call}</code>
          </dd>
        </div>
        {network && (
          <div>
            <dt>{t`Network`}</dt>
            <dd>
              <code>{network}</code>
            </dd>
          </div>
        )}
      </dl>
      <Button small onPress={() => onActor(actor)}>{t`Show only: ${who}`}</Button>
    </div>
  );
}

/** Values in words. */
function useValue() {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const names = useNames();
  const write = (value: unknown, path: string): string => {
    if (value === null) return t`none`;
    if (typeof value === 'boolean') return value ? t`yes` : t`no`;
    if (typeof value === 'number' && path.endsWith('_at')) return format.time(value);
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value)) return value.length > 0 ? format.list(value.map((one) => write(one, path))) : t`none`;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (path === 'permissions') return names.permission(value);
    if (path === 'message') return say({ id: value });
    if (path === 'lang') return LANGUAGE_NAMES[value as Lang] ?? value;
    return /(^|\.)role(_name)?$/.test(path) ? names.role(value) : names.value(value);
  };
  return write;
}
