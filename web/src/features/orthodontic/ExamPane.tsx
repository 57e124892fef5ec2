import { cephFigures, parParts, type CephFigure } from '@dentin/clinical/orthodontics/exam-words'
import { iotnItems } from '@dentin/clinical/model-analysis/iotn'
import { gradeKeys, gradeNames, gradeSources } from '@dentin/clinical/orthodontics/exam'
import { teethProblem } from '@dentin/clinical/teeth'
import type { OrthoExam } from '@dentin/contract/orthodontic'
import { orthoGrades } from '@dentin/contract/core/ortho-words'
import { useState } from 'react'
import { Select } from '../../ui/heavy.ts'
import { cx, Tag, TextButton, TextField } from '../../ui/index.ts'
import { Chip } from './Chip.tsx'
import { examGroups, type ExamField } from './exam-fields.ts'
import { Figure } from './Figure.tsx'
import { ListOf } from './ListOf.tsx'
import { toggled } from './model.ts'
import { Plans } from './Plans.tsx'
import type { LentText } from './text.ts'
import s from './exam.module.css'

interface Props {
  exam: OrthoExam
  set: (part: Partial<OrthoExam>) => void
  readOnly: boolean
  problemOf: (field: string) => string | undefined
}

/** The first examination: every field with its unit, the grades that follow, problems, goals, and plans side by side. */
export function ExamPane({ text }: { text: LentText }) {
  const exam = text.content.orthoExam
  if (!exam) return null
  const props: Props = {
    exam,
    readOnly: text.readOnly,
    set: (part) => text.change((now) => (now.orthoExam ? { ...now, orthoExam: { ...now.orthoExam, ...part } } : now)),
    problemOf: (field) => text.problems.get(`orthoExam.${field}`),
  }
  return (
    <section id="section-orthoExam" className={s.pane} aria-label="正畸检查">
      {examGroups.map(({ title, fields }) => (
        <div key={title} className={s.group} role="group" aria-label={title}>
          <h2>{title}</h2>
          <div className={s.fields}>
            {fields.map((field) => (
              <div key={field.key} className={cx(s.field, field.wide && s.wide)}>
                <span className={s.label}>{field.label}</span>
                <FieldOf {...props} field={field} />
              </div>
            ))}
            {title === '分析' && <Numbers {...props} />}
          </div>
        </div>
      ))}
      <Grades {...props} />
      <div className={s.group}>
        <h2>问题与目标</h2>
        <div className={s.two}>
          <ListOf
            label="问题"
            list={exam.problems}
            readOnly={props.readOnly}
            onChange={(problems) => props.set({ problems })}
          />
          <ListOf label="目标" list={exam.goals} readOnly={props.readOnly} onChange={(goals) => props.set({ goals })} />
        </div>
      </div>
      <Plans {...props} />
    </section>
  )
}

function FieldOf({ exam, set, readOnly, problemOf, field }: Props & { field: ExamField }) {
  const problem = problemOf(field.key)
  const value = exam[field.key]
  const put = (next: unknown) => set({ [field.key]: next } as Partial<OrthoExam>)
  switch (field.kind) {
    case 'number':
      return (
        <Figure
          label={field.label}
          unit={field.unit}
          width={112}
          value={value as number | null}
          readOnly={readOnly}
          problem={problem}
          onChange={put}
        />
      )
    case 'choice':
      return (
        <div className={s.chips} role="group" aria-label={field.label} data-chips>
          {field.choices.map((choice) => (
            <Chip
              key={choice.label}
              pressed={value === choice.value}
              disabled={readOnly}
              onClick={() => put(value === choice.value ? null : choice.value)}
            >
              {choice.label}
            </Chip>
          ))}
        </div>
      )
    case 'several':
      return (
        <div className={s.chips} role="group" aria-label={field.label} data-chips>
          {field.choices.map((each) => (
            <Chip
              key={each}
              pressed={exam.badHabits.includes(each as OrthoExam['badHabits'][number])}
              disabled={readOnly}
              onClick={() => put(toggled<string>(exam.badHabits, each))}
            >
              {each}
            </Chip>
          ))}
        </div>
      )
    case 'select':
      return (
        <Select
          label={field.label}
          placeholder="未选"
          clearable={field.clearable}
          disabled={readOnly}
          width="100%"
          value={value as string | null}
          options={field.choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
          onChange={put}
        />
      )
    case 'teeth':
      return (
        <TeethText label={field.label} value={value as string} readOnly={readOnly} problem={problem} onChange={put} />
      )
    case 'text':
      return (
        <>
          <TextField
            size="sm"
            aria-label={field.label}
            readOnly={readOnly}
            invalid={problem !== undefined}
            maxLength={300}
            value={value as string}
            onChange={(event) => put(event.target.value)}
          />
          {problem !== undefined && <Problem text={problem} />}
        </>
      )
  }
}

const Problem = ({ text }: { text: string }) => (
  <div className={s.problem} role="alert">
    {text}
  </div>
)

/** Teeth as they are typed: 14 24; what is no tooth stays in the field and is refused beside it. */
export function TeethText({
  label,
  value,
  readOnly,
  problem,
  onChange,
}: {
  label: string
  value: string
  readOnly: boolean
  problem?: string | undefined
  onChange: (teeth: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const stored = (text: string) =>
    text
      .trim()
      .split(/[\s;,，；、]+/)
      .filter(Boolean)
      .join(';')
  const wrong = typed === null || typed.trim() === '' ? null : teethProblem(stored(typed))
  const shown = wrong ?? problem
  return (
    <>
      <TextField
        size="sm"
        aria-label={label}
        placeholder="14 24"
        readOnly={readOnly}
        invalid={shown != null}
        maxLength={200}
        value={typed ?? value.replaceAll(';', ' ')}
        onChange={(event) => {
          const next = event.target.value
          setTyped(next)
          if (next.trim() === '' || teethProblem(stored(next)) === null) onChange(stored(next))
        }}
        onBlur={() => wrong === null && setTyped(null)}
      />
      {shown != null && <Problem text={shown} />}
    </>
  )
}

/** Figures of the lateral film, typed in, and the parts of the PAR score. */
function Numbers({ exam, set, readOnly, problemOf }: Props) {
  return (
    <>
      <div className={cx(s.field, s.wide)}>
        <span className={s.label}>侧位片测量</span>
        <div className={s.chips}>
          {(Object.keys(cephFigures) as CephFigure[]).map((key) => (
            <span key={key} className={s.inline}>
              {key}
              <Figure
                label={key}
                unit="°"
                width={78}
                value={exam.ceph[key]}
                readOnly={readOnly}
                problem={problemOf(`ceph.${key}`)}
                onChange={(value) => set({ ceph: { ...exam.ceph, [key]: value } })}
              />
            </span>
          ))}
        </div>
      </div>
      <div className={cx(s.field, s.wide)}>
        <span className={s.label}>PAR</span>
        <div className={s.chips}>
          {(Object.keys(parParts) as (keyof typeof parParts)[]).map((key) => (
            <span key={key} className={s.inline}>
              {parParts[key]}
              <Figure
                label={`PAR ${parParts[key]}`}
                unit="分"
                width={66}
                value={exam.par[key]}
                readOnly={readOnly}
                problem={problemOf(`par.${key}`)}
                onChange={(value) => set({ par: { ...exam.par, [key]: value } })}
              />
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

/** What follows from the measures; a grade that was set by hand says so, and can be given back. */
function Grades({ exam, set, readOnly }: Props) {
  const grades = orthoGrades(exam)
  const [editing, setEditing] = useState<(typeof gradeKeys)[number] | null>(null)
  const byHand = (key: (typeof gradeKeys)[number], word: string | undefined) => {
    const { [key]: _old, ...rest } = exam.gradesByHand
    set({ gradesByHand: word ? { ...rest, [key]: word } : rest })
  }
  const restore = (key: (typeof gradeKeys)[number]) => (key === 'iotn' ? set({ iotn: null }) : byHand(key, undefined))
  return (
    <div className={s.group} role="group" aria-label="自动判级">
      <h2>自动判级</h2>
      <div className={s.fields}>
        {gradeKeys.map((key) => {
          const { word, byHand: changed } = grades[key]
          return (
            <div key={key} className={s.field}>
              <span className={s.label}>{gradeNames[key]}</span>
              {editing === key && key === 'iotn' ? (
                <Select
                  label="IOTN"
                  placeholder="选一条，最重的为准"
                  clearable
                  width="100%"
                  value={exam.iotn}
                  options={iotnItems.map(({ code, nameZh }) => ({ value: code, label: `${code} ${nameZh}` }))}
                  onChange={(code) => {
                    set({ iotn: code as OrthoExam['iotn'] })
                    setEditing(null)
                  }}
                />
              ) : editing === key ? (
                <TextField
                  size="sm"
                  aria-label={`${gradeNames[key]}判级`}
                  maxLength={60}
                  autoFocus
                  defaultValue={word ?? ''}
                  onBlur={(event) => {
                    byHand(key, event.target.value.trim())
                    setEditing(null)
                  }}
                  onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
                />
              ) : (
                <span className={s.grade}>
                  {word === null ? <span className="tertiary">未测</span> : <b>{word}</b>}
                  {changed && <Tag>医生改</Tag>}
                  {!readOnly && (word !== null || key === 'iotn') && (
                    <TextButton tone="quiet" onClick={() => (changed ? restore(key) : setEditing(key))}>
                      {changed ? '恢复自动' : '改'}
                    </TextButton>
                  )}
                </span>
              )}
              {gradeSources[key] && word !== null && !changed && (
                <span className="tertiary t-12">依据 {gradeSources[key]}</span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
