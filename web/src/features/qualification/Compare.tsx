import type { ReactNode } from 'react'
import { cx, Tag } from '../../ui/index.ts'
import s from './qualification.module.css'

/** One fact of two versions. */
export interface ComparedFact {
  label: string
  before: ReactNode
  after: ReactNode
  /** Do they differ? */
  changed: boolean
}

/** What is in force beside what waits for review; what differs is marked. */
export function Compare({ facts }: { facts: readonly ComparedFact[] }) {
  return (
    <table className={s.compare}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">项目</span>
          </th>
          <th scope="col">生效中</th>
          <th scope="col">待审核</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.label} className={cx(fact.changed && s.changed)}>
            <th scope="row">
              {fact.label}
              {fact.changed && <Tag tone="wait">有变化</Tag>}
            </th>
            <td data-label="生效中">{fact.before || <span className="tertiary">未填</span>}</td>
            <td data-label="待审核">{fact.after || <span className="tertiary">未填</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Facts of one version, under each other. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={s.facts}>
      {facts.map((fact) => (
        <div key={fact.label} className={s.fact}>
          <dt>{fact.label}</dt>
          <dd>{fact.value || <span className="tertiary">未填</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
