import { bridgeMarks } from '@dentin/clinical/bridge'
import { marksAfter, missingTeeth } from '@dentin/clinical/mouth'
import type { TeethSelection, ToothNotation } from '@dentin/clinical/teeth'
import type { ToothConditionId } from '@dentin/clinical/tooth-conditions'
import { recordContent, type RecordContent, type TemplateContent } from '@dentin/contract/record'
import { useRef, useState } from 'react'
import { newRequestId } from '../../../lib/client.ts'
import { toast } from '../../../ui/index.ts'
import type { ChartDentition, PaletteStatus } from '../../../ui/tooth/index.ts'
import { CalloutLine, type CalloutHandle } from '../callout/CalloutLine.tsx'
import { ChartPane } from '../ChartPane.tsx'
import { clearMarks, detailChoices, problemOf, putMarks, toggleDetail, toggleMark } from '../marks.ts'

const blank = recordContent.parse({})

export interface TemplateChartProps {
  content: TemplateContent
  onChange: (make: (now: TemplateContent) => TemplateContent) => void
  /** What was refused of the marks. */
  problems: readonly string[]
}

/** The chart of a template: it is marked as that of a record is, the words go along; nobody's mouth stands behind it. */
export function TemplateChart({ content, onChange, problems }: TemplateChartProps) {
  const [dentition, setDentition] = useState<ChartDentition>('permanent')
  const [notation, setNotation] = useState<ToothNotation>('fdi')
  const [selection, setSelection] = useState<TeethSelection>([])
  const [status, setStatus] = useState<PaletteStatus>('present')
  const [problem, setProblem] = useState<string | null>(null)
  const line = useRef<CalloutHandle>(null)
  const whole = wholeOf(content)
  const marks = marksAfter([], content.toothMarks)
  const change = (make: (now: RecordContent) => RecordContent) => {
    const next = make(whole)
    const refused = next.toothMarks.some((mark) => mark.status === 'removed')
      ? '模板里不标拆除，拆除在病历里标'
      : problemOf([], whole, next)
    setProblem(refused)
    if (refused === null) onChange((now) => withChart(now, make(wholeOf(now))))
  }
  const mark = (condition: ToothConditionId, teeth: TeethSelection) => {
    if (teeth.every(({ code }) => !/^S?\d\d$/.test(code))) toast.info('区域不能标记，请选具体的牙')
    else change((now) => toggleMark(now, condition, teeth, status, marks, newRequestId))
  }
  const bridge = () => {
    const teeth = selection.map(({ code }) => code)
    const made = bridgeMarks({ teeth, missing: missingTeeth(marks), status, group: newRequestId() })
    if ('problem' in made) toast.info(made.problem)
    else change((now) => putMarks(now, made))
  }
  return (
    <ChartPane
      dentition={dentition}
      age={null}
      onDentition={setDentition}
      notation={notation}
      onNotation={setNotation}
      marks={marks}
      knownOn={undefined}
      selection={selection}
      onSelection={setSelection}
      status={status}
      onStatus={setStatus}
      onMark={mark}
      onClear={(teeth) => change((now) => clearMarks(now, teeth))}
      details={detailChoices(whole, selection, status)}
      onDetail={(condition, detail) => change((now) => toggleDetail(now, condition, selection, status, detail))}
      onBridge={bridge}
      onNumber={(digit) => line.current?.begin(digit)}
      callout={
        <CalloutLine
          ref={line}
          content={whole}
          change={change}
          before={[]}
          mouth={marks}
          selection={selection}
          onSelection={setSelection}
          status={status}
        />
      }
      problems={[...(problem === null ? [] : [problem]), ...problems]}
      historyTo=""
      readOnly={false}
    />
  )
}

/** A template as the text of a record that says nothing else. */
const wholeOf = (content: TemplateContent): RecordContent => ({ ...blank, ...content })

/** A template with a chart and the words that came with it. */
const withChart = (now: TemplateContent, { toothMarks, exams, plans, treatments }: RecordContent): TemplateContent => ({
  ...now,
  toothMarks,
  exams,
  plans,
  treatments,
})
