import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import { auxExamKinds, type RecordContent } from '@dentin/contract/record'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Select } from '../../ui/heavy.ts'
import { cx, IconButton, Popover } from '../../ui/index.ts'
import { ToothCross, ToothPicker } from '../../ui/tooth/index.ts'
import { isBlank, sectionName, surfaceTag, type Row, type RowSection } from './model.ts'
import { GapArea } from './templates/GapArea.tsx'
import s from './record.module.css'

/** What every row is given. */
export interface RowProps<S extends RowSection> {
  section: S
  index: number
  row: Row<S>
  readOnly: boolean
  active: boolean
  problem: string | undefined
  note: string | undefined
  onChange: (row: Row<S>) => void
  onRemove: () => void
  /** Enter at the end: the next row on the same teeth. */
  onNext: () => void
  onFocus: () => void
}

/** The cross in its fixed cell; pressing it chooses teeth. */
function ToothCell({
  teeth,
  readOnly,
  label,
  onChange,
}: {
  teeth: string
  readOnly: boolean
  label: string
  onChange: (teeth: string) => void
}) {
  const [open, setOpen] = useState(false)
  const value = parseTeeth(teeth)
  const cross = teeth === '' ? <span className={s.noTeeth} aria-hidden /> : null
  if (readOnly) return <span className={s.toothCell}>{cross ?? <ToothCross fixed teeth={value} />}</span>
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      content={<ToothPicker value={value} onChange={(next) => onChange(formatTeeth(next))} />}
    >
      <button type="button" className={s.toothCell} title="选牙位">
        <span className="sr-only">{label}的牙位：</span>
        <ToothCross fixed teeth={value} />
      </button>
    </Popover>
  )
}

export function Frame<S extends RowSection>({
  props,
  children,
  tail,
  below,
  onTeeth,
}: {
  props: RowProps<S>
  children: ReactNode
  tail?: ReactNode
  below?: ReactNode
  onTeeth?: (teeth: string) => void
}) {
  const { section, index, row, readOnly, problem } = props
  const label = `${sectionName(section)}第 ${index + 1} 行`
  return (
    <div
      className={cx(s.row, props.active && s.rowActive, problem !== undefined && s.rowBad)}
      data-row-of={section}
      onFocus={props.onFocus}
    >
      <ToothCell
        teeth={row.teeth}
        readOnly={readOnly}
        label={label}
        onChange={onTeeth ?? ((teeth) => props.onChange({ ...row, teeth }))}
      />
      <div className={s.rowMain}>
        <div className={s.rowLine}>{children}</div>
        {below}
        {props.note !== undefined && !readOnly && <div className={s.note}>提示：{props.note}</div>}
        {problem !== undefined && (
          <div className={s.problem} role="alert">
            {problem}
          </div>
        )}
      </div>
      <div className={s.rowTail}>
        {!readOnly && (
          <span className={s.rowTools}>
            <IconButton icon="trash" size="xs" label={`删除${label}`} onClick={props.onRemove} />
          </span>
        )}
        {tail}
      </div>
    </div>
  )
}

/** Text that grows with its words. Enter makes the next row, Backspace in an empty one takes it away. */
export function Words<S extends RowSection>({
  props,
  value,
  label,
  placeholder,
  max,
  onChange,
}: {
  props: RowProps<S>
  value: string
  label: string
  placeholder?: string
  max: number
  onChange: (text: string) => void
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      props.onNext()
    } else if (event.key === 'Backspace' && value === '' && isBlank(props.row)) {
      event.preventDefault()
      props.onRemove()
    }
  }
  return (
    <GapArea
      className={s.words}
      rows={1}
      data-field={`${props.section}.${props.index}`}
      aria-label={label}
      aria-invalid={props.problem !== undefined || undefined}
      placeholder={placeholder}
      value={value}
      maxLength={max}
      readOnly={props.readOnly}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** A finding. */
export function ExamRow(props: RowProps<'exams'>) {
  const faces = surfaceTag(props.row.teeth)
  return (
    <Frame props={props} tail={faces && <span className={s.faces}>{faces}</span>}>
      <Words
        props={props}
        label={`口腔检查第 ${props.index + 1} 行`}
        placeholder="检查所见"
        max={1000}
        value={props.row.content}
        onChange={(content) => props.onChange({ ...props.row, content })}
      />
    </Frame>
  )
}

/** A line of the text that pictures of the record stand on. */
export interface LineWithPictures {
  /** 辅助检查第 1 行 */
  label: string
  imageIds: readonly string[]
  readOnly: boolean
  onChange: (imageIds: string[]) => void
}

/** An X-ray, a scan or a laboratory finding. */
export function AuxRow(
  props: RowProps<'auxExams'> & { linePictures?: ((line: LineWithPictures) => ReactNode) | undefined },
) {
  const { row, readOnly } = props
  const kinds = [...new Set([...auxExamKinds, row.kind].filter(Boolean))]
  return (
    <Frame
      props={props}
      below={props.linePictures?.({
        label: `${sectionName('auxExams')}第 ${props.index + 1} 行`,
        imageIds: row.imageIds ?? [],
        readOnly,
        onChange: (ids) => {
          const { imageIds: _before, ...rest } = row
          props.onChange(ids.length > 0 ? { ...rest, imageIds: ids } : rest)
        },
      })}
    >
      {readOnly ? (
        <span className={s.code}>{row.kind}</span>
      ) : (
        <span className={s.rowField}>
          <Select
            label={`辅助检查第 ${props.index + 1} 行的类型`}
            size="sm"
            width={92}
            value={row.kind}
            options={kinds.map((kind) => ({ value: kind, label: kind }))}
            onChange={(kind) => props.onChange({ ...row, kind: kind ?? '' })}
          />
        </span>
      )}
      <Words
        props={props}
        label={`辅助检查第 ${props.index + 1} 行`}
        placeholder="检查所见"
        max={1000}
        value={row.content}
        onChange={(content) => props.onChange({ ...row, content })}
      />
    </Frame>
  )
}

export interface TariffFacts {
  name: string
  unit: string
  toothCountPriced: boolean
}

export type Given = NonNullable<RecordContent['treatments'][number]['anesthetic']>
