import { formatTeeth, toothText } from '@dentin/clinical/teeth'
import {
  recordFacts,
  recordSections,
  sectionsOf,
  specialSections,
  type RecordFactKey,
  type SectionKey,
} from '@dentin/contract/record'
import { Fragment, type ReactNode } from 'react'
import { cx, IconButton, TextButton } from '../../ui/index.ts'
import {
  complaintPhrases,
  emptyRow,
  isBlank,
  isRowSection,
  isWritten,
  sectionLines,
  type Row,
  type RowSection,
  type TextSection,
} from './model.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { Lines } from './Lines.tsx'
import { DiagnosisRow } from './DiagnosisRow.tsx'
import { NextVisitFields } from './NextVisitFields.tsx'
import { AuxRow, ExamRow } from './Rows.tsx'
import { FactOfFile } from './FactOfFile.tsx'
import { GapArea } from './templates/GapArea.tsx'
import { withReason } from './anaesthetics.ts'
import { VisitDoseLine } from './VisitDoseLine.tsx'
import { PlanRow } from './PlanRow.tsx'
import { TreatmentRow } from './TreatmentRow.tsx'
import type { SectionsProps } from './section-props.ts'
import s from './record.module.css'

const limits: Record<TextSection, number> = {
  chiefComplaint: 200,
  presentIllness: 2000,
  interval: 2000,
  pastHistory: 1000,
  allergyHistory: 500,
  familyHistory: 500,
  personalHistory: 500,
  advice: 1000,
}
const addWords: Record<RowSection, string> = {
  exams: '选牙位后写检查',
  auxExams: '写辅助检查',
  diagnoses: '选牙位后写诊断',
  plans: '写治疗计划',
  treatments: '选牙位后写处置',
}

/** The sections in the order of writing; optional ones that say nothing wait in one line at the end. */
export function Sections(props: SectionsProps) {
  const { content, required, readOnly, opened } = props
  const sections = sectionsOf(props.recordType)
  const shown = sections.filter(
    ({ key }) =>
      key !== 'toothMarks' &&
      !props.elsewhere?.includes(key) &&
      (required.includes(key) ||
        isWritten(content, key) ||
        (!readOnly && (opened.has(key) || (key === 'interval' && props.visitKind === 2)))),
  )
  const waiting = sections.filter(
    ({ key }) => key !== 'toothMarks' && !specialSections.includes(key) && !shown.some((each) => each.key === key),
  )
  return (
    <div className={s.sections}>
      {shown.map(({ key, name }) => (
        <section key={key} id={`section-${key}`} className={s.section} aria-label={name}>
          <div className={s.label}>
            {name}
            {required.includes(key) && !readOnly && (
              <span className={s.star} aria-label="必填">
                *
              </span>
            )}
            {isRowSection(key) && !readOnly && content[key].length > 0 && (
              <IconButton
                icon="plus"
                size="xs"
                label={`添加${name}`}
                className={s.add}
                onClick={() => addRow(props, key)}
              />
            )}
          </div>
          <div className={s.body}>
            {bodyOf(props, key, name)}
            {key === 'treatments' && (
              <VisitDoseLine
                content={content}
                body={props.body}
                readOnly={readOnly}
                onReason={(reason) => props.change((now) => withReason(now, reason))}
              />
            )}
          </div>
        </section>
      ))}
      {!readOnly && waiting.length > 0 && (
        <div className={s.waiting}>
          <span className="tertiary">补充</span>
          {waiting.map(({ key, name }) => (
            <TextButton key={key} icon="plus" tone="quiet" onClick={() => props.onOpen(key)}>
              {name}
            </TextButton>
          ))}
        </div>
      )}
    </div>
  )
}

/** A new row on the teeth chosen on the chart, below what is there; an empty one is used first. */
function addRow(props: SectionsProps, section: RowSection, teeth = formatTeeth(props.selection)) {
  const rows = props.content[section] as Row<typeof section>[]
  const blank = rows.findIndex((row) => isBlank(row) && (row.teeth === '' || row.teeth === teeth))
  if (blank < 0) {
    const fresh = emptyRow(section, teeth)
    if (section === 'diagnoses' && rows.length === 0) (fresh as Row<'diagnoses'>).kind = 1
    props.change((now) => ({ ...now, [section]: [...now[section], fresh] }))
  } else if (teeth) {
    props.change((now) => ({
      ...now,
      [section]: now[section].map((row, index) => (index === blank ? { ...row, teeth } : row)),
    }))
  }
  props.onFocusField(`${section}.${blank < 0 ? rows.length : blank}`)
}

function bodyOf(props: SectionsProps, key: SectionKey, name: string): ReactNode {
  if (isRowSection(key)) return <RowsOf props={props} section={key} />
  if (key === 'generalCondition') return <ConditionFields {...props} />
  if (key === 'nextVisit') return <NextVisitFields {...props} />
  if (key === 'toothMarks') return null
  if (key === 'perio') return props.own ?? <Lines lines={sectionLines(props.content, key)} />
  if (key === 'orthoExam' || key === 'orthoVisit') return <Lines lines={sectionLines(props.content, key)} />
  return <TextOf props={props} section={key} name={name} />
}

function TextOf({ props, section, name }: { props: SectionsProps; section: TextSection; name: string }) {
  const { content, change, readOnly } = props
  const value = content[section]
  const active = props.active?.section === section
  const problem = props.problems.get(section)
  const set = (text: string) => change((now) => ({ ...now, [section]: text.slice(0, limits[section]) }))
  return (
    <>
      <div
        className={cx(s.textRow, active && s.rowActive, problem !== undefined && s.rowBad)}
        onFocus={() => props.onActive({ section, index: 0 }, '')}
      >
        <GapArea
          className={s.words}
          rows={1}
          data-field={section}
          aria-label={name}
          value={value}
          maxLength={limits[section]}
          readOnly={readOnly}
          placeholder={readOnly ? '' : placeholderOf(section)}
          onChange={(event) => set(event.target.value)}
        />
      </div>
      {problem !== undefined && (
        <div className={s.problem} role="alert">
          {problem}
        </div>
      )}
      {isFact(section) && !readOnly && (
        <FactOfFile recordId={props.recordId} fact={section} text={value} inFile={props.inFile} />
      )}
      {section === 'chiefComplaint' && active && !readOnly && (
        <div className={s.phrases} role="group" aria-label="主诉常用词">
          {complaintPhrases.map(({ kind, words }) => (
            <Fragment key={kind}>
              <span className="tertiary">{kind}</span>
              {words.map((word) => (
                <button
                  key={word}
                  type="button"
                  className={s.phrase}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => set(value + word)}
                >
                  {word}
                </button>
              ))}
            </Fragment>
          ))}
        </div>
      )}
    </>
  )
}

const isFact = (section: TextSection): section is RecordFactKey & TextSection => section in recordFacts

function placeholderOf(section: TextSection): string {
  const words: Record<TextSection, string> = {
    chiefComplaint: '部位 + 症状 + 时间',
    presentIllness: '发生、发展、治疗和目前情况',
    interval: '上次以来的变化',
    pastHistory: '可写「否认」',
    allergyHistory: '药物、麻醉、材料；没有写「否认」',
    familyHistory: '与本病有关的家族情况',
    personalHistory: '吸烟、饮酒、夜磨牙、刷牙习惯',
    advice: '注意事项、用药、复诊',
  }
  return words[section]
}

function RowsOf<S extends RowSection>({ props, section }: { props: SectionsProps; section: S }) {
  const { content, change, readOnly, selection } = props
  const rows = content[section] as Row<S>[]
  const set = (index: number, row: Row<S>) =>
    change((now) => ({ ...now, [section]: now[section].map((each, at) => (at === index ? row : each)) }))
  if (rows.length === 0) {
    if (readOnly) return <div className="tertiary">未写</div>
    return (
      <div className={s.empty}>
        <TextButton icon="plus" data-field={`${section}.add`} onClick={() => addRow(props, section)}>
          {selection.length > 0 && selection.length <= 4
            ? `写 ${toothText(selection)} 的${nameOf(section)}`
            : addWords[section]}
        </TextButton>
        {props.hint && section === 'treatments' && <span>或从左侧插入「{props.hint}」</span>}
      </div>
    )
  }
  return rows.map((row, index) => {
    const shared = {
      section,
      index,
      row,
      readOnly,
      active: props.active?.section === section && props.active.index === index,
      problem: props.problems.get(`${section}.${index}`),
      note: props.notes.get(`${section}.${index}`),
      onChange: (next: Row<S>) => {
        // Teeth chosen on the chart go to the row in which writing begins.
        const begins = row.teeth === '' && next.teeth === '' && isBlank(row) && !isBlank(next) && selection.length > 0
        set(index, begins ? { ...next, teeth: formatTeeth(selection) } : next)
      },
      onRemove: () => {
        change((now) => ({ ...now, [section]: (now[section] as Row<S>[]).filter((_, at) => at !== index) }))
        if (index > 0) props.onFocusField(`${section}.${index - 1}`)
      },
      onNext: () => addRow(props, section, row.teeth),
      onFocus: () => props.onActive({ section, index }, row.teeth),
    }
    if (section === 'diagnoses')
      return <DiagnosisRow key={index} {...(shared as never as Parameters<typeof DiagnosisRow>[0])} />
    if (section === 'auxExams')
      return (
        <AuxRow key={index} {...(shared as never as Parameters<typeof AuxRow>[0])} linePictures={props.linePictures} />
      )
    if (section === 'treatments')
      return (
        <TreatmentRow
          key={index}
          {...(shared as never as Parameters<typeof TreatmentRow>[0])}
          tariffs={props.tariffs}
          onTariff={props.onTariff}
          doseTo={props.doseTo}
          planned={props.planned}
          prices={props.prices}
          injection={{ visitDay: props.visitDay, doctorName: props.doctorName }}
        />
      )
    if (section === 'plans')
      return (
        <PlanRow
          key={index}
          {...(shared as never as Parameters<typeof PlanRow>[0])}
          tariffs={props.tariffs}
          onTariff={props.onTariff}
        />
      )
    return <ExamRow key={index} {...(shared as never as Parameters<typeof ExamRow>[0])} />
  })
}

const nameOf = (section: RowSection) => recordSections.find((each) => each.key === section)?.name ?? ''
