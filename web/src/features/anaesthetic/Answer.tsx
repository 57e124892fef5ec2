import { ANAESTHETIC_SAFETY, ANAESTHETIC_VERSION, type AnaestheticRules } from '@dentin/clinical/anaesthetic-data'
import type { ReactNode } from 'react'
import { cx, Icon, Notice, Tag } from '../../ui/index.ts'
import type { Step } from './formula.ts'
import s from './anaesthetic.module.css'

/** A figure of the answer: number, unit, and what it is. */
export interface Figure {
  value: string
  unit: string
  note?: string
}

export const rulesNames: Readonly<Record<AnaestheticRules | 'child', string>> = {
  standard: '标准值（说明书）',
  conservative: '保守值（AAPD）',
  child: '儿童值（AAPD 与国内说明书）',
}

/** The answer at the right of a calculator: the figures, what decides, how it was worked out, what must be minded. */
export function Answer({
  title,
  figures,
  limit,
  children,
  warnings = [],
  basis,
  actions,
}: {
  title: string
  figures: readonly Figure[]
  /** What decides, in words. */
  limit?: string | undefined
  children?: ReactNode
  warnings?: readonly string[]
  /** Rule set and source. */
  basis: string
  actions?: ReactNode
}) {
  return (
    <section className={s.answer} aria-label="结果" aria-live="polite">
      <header className={s.answerHead}>
        <h2 className="t-14 bold">{title}</h2>
        {limit && <Tag tone="brand">限制因素：{limit}</Tag>}
      </header>
      <div className={s.figures}>
        {figures.map(({ value, unit, note }, n) => (
          <div key={unit} className={cx(s.figure, n === 0 && s.first)}>
            <span className={s.value}>{value}</span>
            <span className={s.unit}>{unit}</span>
            {note && <span className={s.note}>{note}</span>}
          </div>
        ))}
      </div>
      {warnings.map((warning) => (
        <Notice key={warning} tone="wait" icon="alert">
          {warning}
        </Notice>
      ))}
      {children}
      <p className={s.basis}>
        规则集 {basis}，版本 {ANAESTHETIC_VERSION}　<Tag tone="wait">待医师复核</Tag>
      </p>
      <Safety />
      {actions && <div className={s.actions}>{actions}</div>}
    </section>
  )
}

export function Safety() {
  return (
    <p className={s.safety}>
      <Icon name="shield-check" size={15} />
      <span>{ANAESTHETIC_SAFETY}</span>
    </p>
  )
}

/** How it was worked out, line by line; the line that decides is marked. */
export function Steps({ title, steps }: { title: string; steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <div>
      <h3 className={s.stepsTitle}>{title}</h3>
      <dl className={s.steps}>
        {steps.map(({ label, text, decides }, n) => (
          // Two doses of one drug have the same words.
          <div key={`${label}${n}`} className={cx(s.step, decides && s.decides)}>
            <dt>{label}</dt>
            <dd>
              {text}
              {decides && <span className={s.decidesWord}>取此值</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** In place of an answer: what is still needed. */
export function NoAnswer({ children }: { children: ReactNode }) {
  return (
    <section className={s.answer} aria-label="结果" aria-live="polite">
      <div className={s.waiting}>
        <Icon name="syringe" size={28} />
        <p>{children}</p>
      </div>
      <Safety />
    </section>
  )
}
