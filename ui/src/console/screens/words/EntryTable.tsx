/** Entries of a part, a row each: words in all languages side by side, what is missing, and how many products use them. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useLexiconCall } from '../../api/lexicon';
import type { Lexicon, LexiconEntry, LexiconPart } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { Badge } from '../../parts/Feedback';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { announce } from '../../parts/liveRegion';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { codesOf } from './fields';
import { useLexiconNames, wordOf } from './names';
import { pathOf } from './view';
import styles from './WordsScreen.module.css';

/** Countries of a group that its row names. */
const SHOWN = 6;

interface Props {
  part: LexiconPart;
  list: Lexicon;
  entries: LexiconEntry[];
  /** Nothing is left out between two rows. */
  isWhole: boolean;
  onOpen: (entry: LexiconEntry) => void;
}

export function EntryTable({ part, list, entries, isWhole, onOpen }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { languages } = list;
  const hasWords = part === 'options' || part === 'values' || part === 'words';
  const canMove = isWhole && (part === 'values' || part === 'words');
  const move = useMove(part, list, entries);
  const facts = useFactNames(part);
  const columns = hasWords ? languages.map((lang) => LANGUAGE_NAMES[lang]) : facts;
  return (
    <table className={`${table.table} ${styles.words}`}>
      <thead>
        <tr>
          <th scope="col">{part === 'makers' ? t`Maker` : part === 'synonyms' ? t`Group` : t`Code`}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          {part !== 'synonyms' && (
            <th scope="col" className={table.end}>
              {t`Products`}
            </th>
          )}
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, at) => {
          const { code, name } = entry;
          return (
            <tr key={code}>
              <th scope="row" className={styles.entry}>
                <Name part={part} entry={entry} />
              </th>
              {hasWords ? (
                languages.map((lang) => (
                  <td key={lang} data-label={LANGUAGE_NAMES[lang]} lang={LOCALES[lang]}>
                    {wordOf(entry, lang) || <Missing />}
                  </td>
                ))
              ) : (
                <Facts part={part} list={list} entry={entry} />
              )}
              {part !== 'synonyms' && (
                <td data-label={t`Products`} className={styles.count}>
                  {format.number(entry.uses)}
                </td>
              )}
              <td className={table.end}>
                <span className={styles.actions}>
                  {canMove && (
                    <>
                      <IconButton
                        id={buttonId('up', code)}
                        icon="up"
                        aria-label={t`Move ${name} up`}
                        isDisabled={at === 0}
                        onPress={() => move(at, 'up')}
                      />
                      <IconButton
                        id={buttonId('down', code)}
                        icon="down"
                        aria-label={t`Move ${name} down`}
                        isDisabled={at === entries.length - 1}
                        onPress={() => move(at, 'down')}
                      />
                    </>
                  )}
                  <Button small data-row="" aria-label={t`Change: ${name}`} onPress={() => onOpen(entry)}>
                    {t`Change…`}
                  </Button>
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What stands beside the name of an entry without words by language. */
function useFactNames(part: LexiconPart): string[] {
  const { t } = useLingui();
  if (part === 'makers') return [t`Address`, t`Email address`, t`What is missing`];
  return part === 'ship_groups' ? [t`Countries`] : [t`Words of one meaning`];
}

function Missing() {
  const { t } = useLingui();
  return <Badge tone="warning">{t({ context: 'word', message: 'Missing' })}</Badge>;
}

function Name({ part, entry }: { part: LexiconPart; entry: LexiconEntry }) {
  const { t } = useLingui();
  const format = useFormat();
  const { code, name, fields } = entry;
  if (part === 'makers') {
    return (
      <>
        {name}
        <span className={table.quiet} translate="no">
          {code}
        </span>
      </>
    );
  }
  if (part === 'options') {
    const values = format.number(entry.values);
    return (
      <>
        <Link href={pathOf({ part: 'values', of: code })} translate="no">
          {code}
        </Link>
        <span className={table.quiet}>{t`Values: ${values}`}</span>
      </>
    );
  }
  return (
    <span translate="no">
      {fields.color && <span className={styles.swatch} style={{ background: fields.color }} aria-hidden="true" />}
      {code}
    </span>
  );
}

/** What there is of an entry that has no words by language. */
function Facts({ part, list, entry }: { part: LexiconPart; list: Lexicon; entry: LexiconEntry }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useLexiconNames();
  const { fields, lacks } = entry;
  const text = (field: string) => fields[field] ?? '';
  if (part === 'makers') {
    return (
      <>
        <td data-label={t`Address`}>{text('address') || '–'}</td>
        <td data-label={t`Email address`}>{text('email') || '–'}</td>
        <td data-label={t`What is missing`}>
          {lacks.length > 0 ? <Badge tone="warning">{format.list(lacks.map(names.field))}</Badge> : '–'}
        </td>
      </>
    );
  }
  if (part === 'ship_groups') {
    const named = codesOf(text('countries')).map((id) => list.countries.find((one) => one.id === id)?.name ?? id);
    const left = named.length - SHOWN;
    const [shown, count] = [named.slice(0, SHOWN).join(', '), format.number(left)];
    return <td data-label={t`Countries`}>{left > 0 ? t`${shown} and ${count} more` : format.list(named)}</td>;
  }
  return <td data-label={t`Words of one meaning`}>{text('words').split('\n').join(', ')}</td>;
}

type Way = 'up' | 'down';

const buttonId = (way: Way, code: string) => `word-${way}-${code}`;

/** Moves a row by one place. Its button keeps the focus, or the other one at an end. */
function useMove(part: LexiconPart, list: Lexicon, entries: LexiconEntry[]) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const move = useLexiconCall('lexicon/place');
  const moved = useRef<{ code: string; way: Way }>(undefined);
  const { of, order } = list;
  useEffect(() => {
    const { code, way } = moved.current ?? {};
    if (!code || !way || order === '') return;
    moved.current = undefined;
    const own = document.getElementById(buttonId(way, code));
    const other = document.getElementById(buttonId(way === 'up' ? 'down' : 'up', code));
    (own instanceof HTMLButtonElement && !own.disabled ? own : other)?.focus();
  }, [order]);
  return (at: number, way: Way) => {
    // One down is the next one up.
    const [lower, upper] = way === 'up' ? [entries[at], entries[at - 1]] : [entries[at + 1], entries[at]];
    const entry = entries[at];
    if (move.isPending || !lower || !upper || !entry) return;
    const [name, place] = [entry.name, format.number(way === 'up' ? at : at + 2)];
    move.mutate(
      { part, of, code: lower.code, before: upper.code, order },
      {
        onSuccess: () => {
          moved.current = { code: entry.code, way };
          announce(t`${name} is in place ${place} now.`);
        },
        onError: (error) => toast(say(error)),
      },
    );
  };
}
