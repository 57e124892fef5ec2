import { perioExtentNames, perioProposal, perioStageNames, ridgeDefectNames } from '@dentin/clinical/perio/case'
import type { PerioCells } from '@dentin/clinical/perio/cells'
import {
  gingivitisNames,
  perioGrades,
  perioKindNames,
  perioStages,
  type PerioAnswers,
  type PerioDiagnosis,
  type PerioDraft,
} from '@dentin/contract/perio'
import { useState } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { cx, ErrorLine, Field, FormSection, Notice, NumberField, Segmented, TextField } from '../../ui/index.ts'
import { ApiError } from '../../lib/client.ts'
import type { Decisions } from './hooks.ts'
import { diagnosisTags } from './words.ts'
import s from './dialog.module.css'

type Kept = Omit<PerioDiagnosis, 'reason'>
type Numbers = 'teethLostToPerio' | 'boneLoss' | 'cigarettes' | 'hba1c' | 'verticalDefect' | 'progression5y'
type Words = 'diabetes' | 'systemic' | 'chewing' | 'biteCollapse' | 'molarIncisor' | 'secondaryTrauma'

const numbers: readonly { key: Numbers; label: string; unit: string; max: number; decimals?: number; min?: number }[] =
  [
    { key: 'teethLostToPerio', label: '因牙周炎失牙', unit: '颗', max: 32 },
    { key: 'boneLoss', label: '最重处骨吸收', unit: '%', max: 100 },
    { key: 'cigarettes', label: '每天吸烟', unit: '支', max: 100 },
    { key: 'hba1c', label: 'HbA1c', unit: '%', min: 3, max: 20, decimals: 1 },
    { key: 'verticalDefect', label: '垂直骨缺损', unit: 'mm', max: 20, decimals: 1 },
    { key: 'progression5y', label: '五年进展', unit: 'mm', max: 20, decimals: 1 },
  ]
const words: readonly { key: Words; label: string }[] = [
  { key: 'diabetes', label: '糖尿病' },
  { key: 'systemic', label: '其他全身或遗传因素' },
  { key: 'chewing', label: '咀嚼功能障碍（因牙周炎）' },
  { key: 'biteCollapse', label: '咬合塌陷、移位' },
  { key: 'secondaryTrauma', label: '松动因继发性创伤' },
  { key: 'molarIncisor', label: '磨牙-切牙型分布' },
]
const ridgeDefects = [
  { value: 'none', label: ridgeDefectNames.none },
  { value: 'moderate', label: ridgeDefectNames.moderate },
  { value: 'severe', label: ridgeDefectNames.severe },
  { value: 'unknown', label: '未知' },
] as const
const yesNo = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
  { value: 'unknown', label: '未知' },
] as const
// Of what was decided before a question was asked nothing is known.
const said = (value: boolean | null | undefined) => (value == null ? 'unknown' : value ? 'yes' : 'no')
const heard = (value: 'yes' | 'no' | 'unknown') => (value === 'unknown' ? null : value === 'yes')

const same = (a: Kept, b: Kept) =>
  a.kind === b.kind &&
  a.gingivitis === b.gingivitis &&
  a.stage === b.stage &&
  a.grade === b.grade &&
  a.extent === b.extent

export interface DiagnosisDialogProps {
  cells: PerioCells
  draft: Pick<PerioDraft, 'age' | 'previousStage' | 'risks'>
  answers: PerioAnswers
  diagnosis: PerioDiagnosis | null
  decide: Decisions['decide']
  onClose: () => void
}

/** What is asked, what comes of it, and what the doctor decides: differing with a reason. */
export function DiagnosisDialog({ cells, draft, answers: before, diagnosis, decide, onClose }: DiagnosisDialogProps) {
  const [answers, setAnswers] = useState(before)
  const proposal = perioProposal(cells, answers, { age: draft.age, previousStage: draft.previousStage })
  const proposed: Kept | null =
    proposal.kind === 'open' || (proposal.kind === 'periodontitis' && proposal.stage === null)
      ? null
      : {
          kind: proposal.kind,
          gingivitis: proposal.gingivitis,
          stage: proposal.stage,
          grade: proposal.grade,
          extent: proposal.extent,
        }
  // What the doctor chose himself; until then the proposal goes along with the answers.
  const [own, setOwn] = useState<Kept | null>(diagnosis?.reason ? diagnosis : null)
  const [reason, setReason] = useState(diagnosis?.reason ?? '')
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = own ?? proposed
  const differs = chosen !== null && (proposed === null || !same(chosen, proposed))
  const set = (part: Partial<PerioAnswers>) => setAnswers((now) => ({ ...now, ...part }))
  const blank: Kept = { kind: 'periodontitis', gingivitis: null, stage: null, grade: null, extent: null }
  const choose = (part: Partial<Kept>) => setOwn({ ...(chosen ?? blank), ...part })
  const isCase = answers.isCase === true
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await decide({ answers, diagnosis: chosen && { ...chosen, reason: differs ? reason.trim() : '' } })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const problem = (field: string) => failure?.fields.find((each) => each.field === field)?.message
  const lacksReason = differs && reason.trim() === ''
  return (
    <Dialog
      open
      title="牙周诊断"
      width={640}
      submitText="保存诊断"
      busy={busy}
      submitDisabled={lacksReason}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <Field label="是牙周炎吗" group>
        <Segmented
          options={[
            { value: 'yes', label: '是牙周炎' },
            { value: 'no', label: '不是' },
          ]}
          value={answers.isCase === null ? null : isCase ? 'yes' : 'no'}
          onChange={(value) => {
            set({ isCase: value === 'yes' })
            setOwn(null)
          }}
        />
      </Field>
      {(draft.risks.diabetes || draft.risks.smoking) && (
        <Notice tone="muted" icon="file">
          档案：{[draft.risks.diabetes, draft.risks.smoking].filter(Boolean).join('；')}
        </Notice>
      )}
      <FormSection title="病情">
        <div className={s.grid}>
          {numbers.map(({ key, label, unit, min = 0, max, decimals = 0 }) => (
            <Field key={key} label={label} error={problem(`answers.${key}`)}>
              <NumberField
                value={answers[key]}
                min={min}
                max={max}
                decimals={decimals}
                unit={unit}
                onChange={(value) => set({ [key]: value })}
              />
            </Field>
          ))}
          <Field label="牙槽嵴缺损" group>
            <Segmented
              size="sm"
              options={ridgeDefects}
              value={answers.ridgeDefect ?? 'unknown'}
              onChange={(value) => set({ ridgeDefect: value === 'unknown' ? null : value })}
            />
          </Field>
          {words.map(({ key, label }) => (
            <Field key={key} label={label} group>
              <Segmented
                size="sm"
                options={yesNo}
                value={said(answers[key])}
                onChange={(value) => set({ [key]: heard(value) })}
              />
            </Field>
          ))}
        </div>
      </FormSection>
      <FormSection title="诊断">
        <p className={cx(s.proposal, s.whole)}>
          {proposed ? (
            <>
              建议 <b>{diagnosisTags(proposed).join('　')}</b>
              {[proposal.why.stage, proposal.why.grade, proposal.why.extent].filter(Boolean).map((each) => (
                <span key={each} className={s.why}>
                  {each}
                </span>
              ))}
            </>
          ) : (
            proposal.why.stage || '还没有可以推算的数据'
          )}
        </p>
        {isCase ? (
          <div className={cx(s.choices, s.whole)}>
            <Segmented
              label="分期"
              size="sm"
              options={perioStages.map((value) => ({ value, label: perioStageNames[value] }))}
              value={chosen?.stage ?? null}
              onChange={(stage) => choose({ kind: 'periodontitis', gingivitis: null, stage })}
            />
            <Segmented
              label="分级"
              size="sm"
              options={perioGrades.map((value) => ({ value, label: `${value} 级` }))}
              value={chosen?.grade ?? null}
              onChange={(grade) => choose({ kind: 'periodontitis', gingivitis: null, grade })}
            />
            <Segmented
              label="范围"
              size="sm"
              options={(['localized', 'generalized', 'molarIncisor'] as const).map((value) => ({
                value,
                label: perioExtentNames[value],
              }))}
              value={chosen?.extent ?? null}
              onChange={(extent) => choose({ kind: 'periodontitis', gingivitis: null, extent })}
            />
          </div>
        ) : (
          answers.isCase === false && (
            <Segmented
              label="诊断"
              size="sm"
              options={[
                { value: 'health', label: perioKindNames.health },
                { value: 'localized', label: `龈炎 ${gingivitisNames.localized}` },
                { value: 'generalized', label: `龈炎 ${gingivitisNames.generalized}` },
              ]}
              value={chosen ? (chosen.kind === 'health' ? 'health' : chosen.gingivitis) : null}
              onChange={(value) =>
                setOwn({
                  ...blank,
                  kind: value === 'health' ? 'health' : 'gingivitis',
                  gingivitis: value === 'health' ? null : value,
                })
              }
            />
          )
        )}
        {differs && (
          <Field label="与建议不同的理由" className={s.whole ?? ''} required error={problem('diagnosis.reason')}>
            <TextField value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
      </FormSection>
      {failure && <ErrorLine>{failure.fields[0]?.message ?? failure.message}</ErrorLine>}
    </Dialog>
  )
}
