import {
  isToothRegion,
  surfaceText,
  toothName,
  toothText,
  type TeethSelection,
  type ToothNotation,
} from '@dentin/clinical/teeth'
import type { ToothConditionId, ToothMark } from '@dentin/clinical/tooth-conditions'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorLine, Icon, Segmented } from '../../ui/index.ts'
import { ToothChart, ToothLegend, ToothPalette, type ChartDentition, type PaletteStatus } from '../../ui/tooth/index.ts'
import { commonConditions, type DetailChoice } from './marks.ts'
import s from './record.module.css'

export interface ChartPaneProps {
  dentition: ChartDentition
  /** Whole years on the day of the visit. */
  age: number | null
  onDentition: (dentition: ChartDentition) => void
  notation: ToothNotation
  onNotation: (notation: ToothNotation) => void
  /** The mouth as it is with what this record charts. */
  marks: readonly ToothMark[]
  /** Day of the newest finding before this visit; undefined: no patient's mouth stands behind it. */
  knownOn: string | null | undefined
  selection: TeethSelection
  onSelection: (selection: TeethSelection) => void
  status: PaletteStatus
  onStatus: (status: PaletteStatus) => void
  onMark: (condition: ToothConditionId, teeth: TeethSelection) => void
  onClear: (teeth: TeethSelection) => void
  details: readonly DetailChoice[]
  onDetail: (condition: ToothConditionId, detail: string) => void
  onBridge: () => void
  /** Address of what the mouth has been through. */
  historyTo: string
  /** Goes on in the call-out line with a digit typed on the chart. */
  onNumber: (digit: string) => void
  /** The call-out line, while the record is written. */
  callout: ReactNode
  /** What can't be as it was charted, each with its tooth. */
  problems: readonly string[]
  readOnly: boolean
}

/** Switches, chart and palette on top of the sections. */
export function ChartPane(props: ChartPaneProps) {
  const { selection, marks, status, readOnly } = props
  const only = selection.length === 1 ? selection[0] : undefined
  return (
    <section className={s.chartPane} aria-label="牙位图">
      <div className={s.chartBar}>
        <Segmented
          label="牙列"
          size="sm"
          value={props.dentition}
          options={[
            { value: 'permanent', label: '恒牙' },
            { value: 'deciduous', label: '乳牙' },
            { value: 'mixed', label: '混合' },
          ]}
          onChange={props.onDentition}
        />
        <Segmented
          label="牙位写法"
          size="sm"
          value={props.notation}
          options={[
            { value: 'fdi', label: 'FDI' },
            { value: 'palmer', label: 'Palmer' },
            { value: 'universal', label: '通用 1–32' },
          ]}
          onChange={props.onNotation}
        />
        <span className={s.chartFacts}>
          {props.knownOn !== undefined && (
            <>
              <Icon name="history" size={15} />
              <span>口腔现状</span>
              {props.knownOn ? (
                <Link to={props.historyTo} className={s.historyLink} title="看口腔随时间的变化">
                  至 {props.knownOn}
                </Link>
              ) : (
                <span>首次记录</span>
              )}
            </>
          )}
          <span className={s.chosen} aria-live="polite">
            {only ? (
              <>
                已选 <b className={s.chosenTooth}>{isToothRegion(only.code) ? toothName(only.code) : only.code}</b>
                {only.surfaces && <span>{surfaceText(only.code, only.surfaces)}</span>}
              </>
            ) : selection.length > 1 ? (
              <span className={s.chosenMany}>已选 {toothText(selection)}</span>
            ) : (
              '未选牙位'
            )}
          </span>
        </span>
      </div>
      <div className={s.chartRow}>
        <div className={s.chart}>
          <ToothChart
            dentition={props.dentition}
            age={props.age}
            notation={props.notation}
            conditions={marks}
            selection={selection}
            onSelectionChange={props.onSelection}
            readOnly={false}
            {...(readOnly ? {} : { onMark: props.onMark, onClear: props.onClear, onNumber: props.onNumber })}
          />
        </div>
        {readOnly ? (
          <ToothLegend />
        ) : (
          <ToothPalette
            selection={selection}
            active={commonConditions(marks, selection, status)}
            status={status}
            onStatusChange={props.onStatus}
            onMark={(condition) => props.onMark(condition, selection)}
            details={props.details}
            onDetail={props.onDetail}
            onBridge={props.onBridge}
          />
        )}
      </div>
      {props.problems.map((problem) => (
        <ErrorLine key={problem}>{problem}</ErrorLine>
      ))}
      {props.callout}
    </section>
  )
}
