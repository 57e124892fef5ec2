import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { genderAge } from '../../domain/person.ts'
import { Icon, Skeleton } from '../../ui/index.ts'
import { ChildRules, Emergency } from './Emergency.tsx'
import type { DoseForm } from './form.ts'
import s from './anaesthetic.module.css'

export interface CalculatorProps {
  /** The public variant: no file, no clinic. */
  open: boolean
  /** The four calculators, this one marked. */
  links: readonly { to: string; label: string; here: boolean }[]
  /** Address of a record, into which what was given may be written; none on the public variant. */
  recordTo?: ((id: string) => string) | undefined
}

/** Form at the left, answer at the right; on the phone below it. */
export function Calculator({
  form,
  links,
  fields,
  answer,
  child = false,
}: {
  form: DoseForm
  links: CalculatorProps['links']
  fields: ReactNode
  answer: ReactNode
  /** With the rules by which a child's dose of another drug is compared. */
  child?: boolean
}) {
  const { file } = form
  return (
    <div className={s.calculator}>
      <nav className={s.links} aria-label="麻药计算">
        {links.map(({ to, label, here }) => (
          <Link key={label} to={to} replace aria-current={here ? 'page' : undefined} className={s.link}>
            {label}
          </Link>
        ))}
      </nav>
      {form.patientId && !form.failed && (
        <p className={s.file}>
          <Icon name="user" size={15} />
          {file ? (
            <span>
              {file.name}　{genderAge(file)}　已带入档案里的年龄、体重和病史，可以改，不改档案
            </span>
          ) : (
            <Skeleton width={280} height={14} />
          )}
        </p>
      )}
      <div className={s.columns}>
        <form className={s.fields} onSubmit={(event) => event.preventDefault()} aria-label="填写">
          {fields}
        </form>
        <div className={s.right}>
          {answer}
          <Emergency form={form} />
          {child && <ChildRules form={form} />}
        </div>
      </div>
    </div>
  )
}
