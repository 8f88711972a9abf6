/** What saving would change, asked before it does. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { ComplianceFinding, SettingList, SettingPlan } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { LANGUAGE_NAMES } from '../../parts/language';
import { useFormat, useMessageText } from '../../parts/text';
import { Differences } from './Differences';
import styles from './SettingsScreen.module.css';
import { useWhere } from './where';

interface Props {
  plan: SettingPlan;
  list: SettingList;
  onSave: () => void;
  onClose: () => void;
}

export function PlanDialog({ plan, list, onSave, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const where = useWhere();
  const [waiting, others] = [true, false].map((waits) => plan.values.filter((value) => value.waits === waits));
  const at = plan.force_at ? format.time(Date.parse(plan.force_at)) : '';
  return (
    <Dialog title={t`What is going to change`} isOpen onClose={onClose} wide>
      <div className={styles.plan}>
        {others && others.length > 0 && <Differences changes={others} list={list} />}
        {waiting && waiting.length > 0 && (
          <section>
            <p>{t`Only in force on ${at}, or as soon as another owner agrees:`}</p>
            <Differences changes={waiting} list={list} />
          </section>
        )}
        {plan.pages.length > 0 && (
          <section>
            <h3>{t`Help pages that will read differently`}</h3>
            <p>{plan.pages.map(({ title }) => title).join(' · ')}</p>
          </section>
        )}
        {plan.contradictions.length > 0 && (
          <Notice tone="warning" title={t`Help pages that will say what is no longer so`}>
            <ul className={styles.list}>
              {plan.contradictions.map(({ key, lang, title, word }) => (
                <li key={`${key} ${lang}`}>
                  <Link href={`/pages/${key}`}>{title}</Link> ({LANGUAGE_NAMES[lang]}): <q lang={lang}>{word}</q>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {plan.missing.length > 0 && (
          <Notice tone="warning" title={t`What the law asks for and will be missing`}>
            <Findings found={plan.missing} />
          </Notice>
        )}
        {plan.mended.length > 0 && (
          <section>
            <h3>{t`No longer missing`}</h3>
            <p>{[...new Set(plan.mended.map(({ place }) => where(place).label))].join(' · ')}</p>
          </section>
        )}
        <Actions>
          <Button variant="primary" onPress={onSave}>{t`Save`}</Button>
          <Button onPress={onClose}>{t`Go on editing`}</Button>
        </Actions>
      </div>
    </Dialog>
  );
}

function Findings({ found }: { found: ComplianceFinding[] }) {
  const say = useMessageText();
  const where = useWhere();
  return (
    <ul className={styles.list}>
      {found.map(({ place, what }) => (
        <li key={`${JSON.stringify(place)} ${what.id}`}>
          <strong>{where(place).label}</strong> {say(what)}
        </li>
      ))}
    </ul>
  );
}
