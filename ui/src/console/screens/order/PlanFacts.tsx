/**
 * What an order would come to, before anything is done: names, and what stands beside each. Whoever shows it puts it into a live
 * region that is there before, so that it is read out when it comes.
 */

import styles from './Lines.module.css';

export type Fact = readonly [name: string, value: string];

/** The name and value of what is not always there; else nothing. */
export const factIf = (isThere: boolean, name: string, value: string): Fact[] => (isThere ? [[name, value]] : []);

export function PlanFacts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.plan}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
