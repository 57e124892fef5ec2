import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/index.ts'
import s from './qualification.module.css'

/** What happens one after another. */
export function Steps({ title, steps }: { title: string; steps: readonly { name: string; does: ReactNode }[] }) {
  return (
    <section>
      <PageHeader title={title} ruled />
      <ol className={s.steps}>
        {steps.map((step, n) => (
          <li key={step.name} className={s.step}>
            <span className={s.number} aria-hidden>
              {n + 1}
            </span>
            <span className={s.words}>
              <span className="bold">{step.name}</span>
              <span className="t-13 secondary">{step.does}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
