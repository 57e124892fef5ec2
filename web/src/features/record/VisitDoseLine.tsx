import { personInChair, visitDose, type BodyFacts } from '@dentin/clinical/anaesthetic-lines'
import type { RecordContent } from '@dentin/contract/record'
import { useState } from 'react'
import { usePreload } from '../../lib/deferred.ts'
import { Meter, TextButton, TextField, useHotkeys } from '../../ui/index.ts'
import { EmergencySteps } from './later.ts'
import s from './treatment-lines.module.css'

const EMERGENCY = [EmergencySteps] as const

/** What the local anaesthetics of the visit come to, held against the limits of this person while they are written. */
export function VisitDoseLine({
  content,
  body,
  readOnly,
  onReason,
}: {
  content: RecordContent
  body: BodyFacts
  readOnly: boolean
  /** Why more than the limit was given. */
  onReason: (reason: string) => void
}) {
  const lines = content.treatments.flatMap(({ anaesthetics = [] }) => anaesthetics)
  const [open, setOpen] = useState(false)
  const given = lines.length > 0
  usePreload(EMERGENCY, given)
  useHotkeys([{ key: 'F8', does: '麻药急救用量，展开或收起', run: () => setOpen((now) => !now), enabled: given }])
  if (!given) return null
  const person = personInChair(body, content.generalCondition)
  const dose = visitDose(lines, person)
  const { over, because, unchecked } = dose
  const reason = lines.find(({ overReason }) => overReason !== '')?.overReason ?? ''
  const percent = dose.fraction === null ? null : Math.round(dose.fraction * 100)
  return (
    <>
      <div className={s.visit} role="status" aria-label="本次局麻合计">
        <div className={s.sum}>
          <span className="t-13 bold">本次局麻</span>
          <span className="num">{Math.round(dose.totalMg * 100) / 100} mg</span>
          {percent !== null && (
            <>
              <span className={s.meter}>
                <Meter
                  value={percent / 100}
                  label={`上限的 ${percent}%`}
                  tone={over.length > 0 ? 'danger' : 'brand'}
                  height={6}
                />
              </span>
              <span className={over.length > 0 ? s.bad : 'secondary t-13'}>上限的 {percent}%</span>
            </>
          )}
          <span className="secondary t-13">
            肾上腺素 {Math.round(dose.adrenalineUg * 10) / 10} / {dose.adrenalineCapUg} µg
          </span>
          {because.length > 0 && <span className="t-12 tertiary">{because.join('；')}</span>}
          <TextButton
            icon="alert"
            tone="quiet"
            className={s.urgent}
            aria-expanded={open}
            onClick={() => setOpen((now) => !now)}
          >
            急救用量
          </TextButton>
        </div>
        {unchecked.map((words) => (
          <p key={words} className="t-12 tertiary">
            {words}
          </p>
        ))}
        {over.length > 0 && (
          <div className={s.over}>
            <span className={s.bad}>超过限量：{over.join('，')}</span>
            {!readOnly && (
              <span className={s.reason}>
                <TextField
                  size="sm"
                  aria-label="局麻超量理由"
                  placeholder="写明超量理由才能签名"
                  maxLength={100}
                  invalid={reason === ''}
                  value={reason}
                  onChange={({ target }) => onReason(target.value)}
                />
              </span>
            )}
          </div>
        )}
      </div>
      {open && (
        <section className={s.emergency} aria-label="麻药急救用量">
          <p className="t-12 secondary">
            {person.weightKg === null ? '没有体重，给出每公斤的用量；在全身情况里填体重' : `按 ${person.weightKg} kg`}
          </p>
          <EmergencySteps weightKg={person.weightKg} age={person.age} />
        </section>
      )}
    </>
  )
}
