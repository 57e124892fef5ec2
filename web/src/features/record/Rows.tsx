import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import { auxExamKinds, diagnosisKindNames, type RecordContent } from '@dentin/contract/record'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { ComboBox, Select } from '../../ui/heavy.ts'
import { cx, Icon, IconButton, Tag, TextButton, TextField, Menu, Popover } from '../../ui/index.ts'
import { ToothCross, ToothPicker } from '../../ui/tooth/index.ts'
import { findIcds, findTariffs, type Tariff } from './hooks.ts'
import { isBlank, moveTreatment, qtyOf, sectionName, surfaceTag, type Row, type RowSection } from './model.ts'
import s from './record.module.css'

/** What every row is given. */
export interface RowProps<S extends RowSection> {
  section: S
  index: number
  row: Row<S>
  readOnly: boolean
  active: boolean
  problem: string | undefined
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

function Frame<S extends RowSection>({
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
function Words<S extends RowSection>({
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
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      props.onNext()
    } else if (event.key === 'Backspace' && value === '' && isBlank(props.row)) {
      event.preventDefault()
      props.onRemove()
    }
  }
  return (
    <textarea
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

/** A finding or a plan. */
export function PlainRow(props: RowProps<'exams'> | RowProps<'plans'>) {
  const each = props as RowProps<'exams'>
  const faces = each.section === 'exams' ? surfaceTag(each.row.teeth) : ''
  return (
    <Frame props={each} tail={faces && <span className={s.faces}>{faces}</span>}>
      <Words
        props={each}
        label={`${sectionName(each.section)}第 ${each.index + 1} 行`}
        placeholder={each.section === 'exams' ? '检查所见' : '计划'}
        max={1000}
        value={each.row.content}
        onChange={(content) => each.onChange({ ...each.row, content })}
      />
    </Frame>
  )
}

/** An X-ray, a scan or a laboratory finding. */
export function AuxRow(props: RowProps<'auxExams'>) {
  const { row, readOnly } = props
  const kinds = [...new Set([...auxExamKinds, row.kind].filter(Boolean))]
  return (
    <Frame props={props}>
      {readOnly ? (
        <span className={s.code}>{row.kind}</span>
      ) : (
        <Select
          label={`辅助检查第 ${props.index + 1} 行的类型`}
          size="sm"
          width={92}
          value={row.kind}
          options={kinds.map((kind) => ({ value: kind, label: kind }))}
          onChange={(kind) => props.onChange({ ...row, kind: kind ?? '' })}
        />
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

/** A diagnosis: looked up by code, name or pinyin; its words may then be made more exact. */
export function DiagnosisRow(props: RowProps<'diagnoses'>) {
  const { row, readOnly, index } = props
  const [looking, setLooking] = useState(false)
  const searching = !readOnly && (looking || (row.icdName === '' && row.icdCode === ''))
  const kind = diagnosisKindNames[row.kind] ?? ''
  const kindTag = <Tag tone={row.kind === 3 ? 'wait' : 'muted'}>{kind}</Tag>
  return (
    <Frame
      props={props}
      tail={
        readOnly ? (
          kindTag
        ) : (
          <Menu
            align="end"
            items={([1, 2, 3] as const).map((value) => ({
              key: String(value),
              label: diagnosisKindNames[value],
              onSelect: () => props.onChange({ ...row, kind: value }),
            }))}
          >
            <button type="button" className={s.kind} aria-label={`诊断类型：${kind}`}>
              {kindTag}
            </button>
          </Menu>
        )
      }
    >
      {searching ? (
        <div className={s.lookup} data-field={`diagnoses.${index}`}>
          <ComboBox
            label={`诊断第 ${index + 1} 行`}
            placeholder="诊断名称、拼音或 ICD 编码"
            size="sm"
            autoFocus
            search={findIcds}
            keyOf={(item) => item.code}
            render={(item) => (
              <span className={s.found}>
                <span className={s.code}>{item.code}</span>
                {item.name}
                {item.common && <span className="tertiary t-12">常用</span>}
              </span>
            )}
            lastRow={{
              render: (text) => (
                <span className={s.found}>
                  <Icon name="plus" size={14} />
                  写作待查诊断「{text}」
                </span>
              ),
              onPick: (text) => {
                props.onChange({ ...row, icdCode: '', icdName: text.slice(0, 80), kind: 3 })
                setLooking(false)
              },
            }}
            onPick={(item) => {
              props.onChange({ ...row, icdCode: item.code, icdName: item.name })
              setLooking(false)
            }}
          />
        </div>
      ) : (
        <>
          {readOnly ? (
            <span className={s.code}>{row.icdCode}</span>
          ) : (
            <button
              type="button"
              className={cx(s.code, s.codeButton)}
              title="重新选择诊断"
              onClick={() => setLooking(true)}
            >
              {row.icdCode || '未编码'}
            </button>
          )}
          <Words
            props={props}
            label={`诊断第 ${index + 1} 行`}
            max={80}
            value={row.icdName}
            onChange={(icdName) => props.onChange({ ...row, icdName })}
          />
        </>
      )}
    </Frame>
  )
}

export interface TariffFacts {
  name: string
  unit: string
  toothCountPriced: boolean
}

/** A treatment: words, price-list items, local anaesthetic. */
export function TreatmentRow(
  props: RowProps<'treatments'> & { tariffs: ReadonlyMap<string, TariffFacts>; onTariff: (tariff: Tariff) => void },
) {
  const { row, readOnly, index, tariffs } = props
  const counted = (id: string) => tariffs.get(id)?.toothCountPriced ?? false
  const setQty = (tariffId: string, qty: number) =>
    props.onChange({
      ...row,
      tariffs: row.tariffs.map((each) => (each.tariffId === tariffId ? { ...each, qty } : each)),
    })
  const drop = (tariffId: string) =>
    props.onChange({ ...row, tariffs: row.tariffs.filter((each) => each.tariffId !== tariffId) })
  const take = (tariff: Tariff) => {
    props.onTariff(tariff)
    if (row.tariffs.some((each) => each.tariffId === tariff.id)) return
    const qty = tariff.toothCountPriced ? qtyOf(row.teeth) : 1
    props.onChange({ ...row, tariffs: [...row.tariffs, { tariffId: tariff.id, qty }] })
  }
  const shown = row.tariffs.length > 0 || row.anesthetic !== null || (props.active && !readOnly)
  return (
    <Frame
      props={props}
      onTeeth={(teeth) => props.onChange(moveTreatment(row, teeth, counted))}
      below={
        shown && (
          <div className={s.extras}>
            {row.tariffs.map((each) => {
              const facts = tariffs.get(each.tariffId)
              const name = facts?.name ?? '收费项目'
              return (
                <span key={each.tariffId} className={s.tariff}>
                  {name}
                  {readOnly ? (
                    <span className="num">×{each.qty}</span>
                  ) : (
                    <>
                      <input
                        className={s.qty}
                        type="number"
                        min={1}
                        max={999}
                        aria-label={`${name}的数量`}
                        value={each.qty}
                        onChange={(event) =>
                          setQty(each.tariffId, Math.min(999, Math.max(1, Math.round(Number(event.target.value) || 1))))
                        }
                      />
                      <span className="tertiary t-12">{facts?.unit}</span>
                      <IconButton icon="x" size="xs" label={`去掉${name}`} onClick={() => drop(each.tariffId)} />
                    </>
                  )}
                </span>
              )
            })}
            {row.anesthetic && <Anesthetic props={props} value={row.anesthetic} />}
            {!readOnly && (
              <>
                <span className={s.tariffLookup}>
                  <ComboBox
                    label={`处置第 ${index + 1} 行的收费项目`}
                    placeholder="加收费项目"
                    size="sm"
                    icon="plus"
                    search={findTariffs}
                    keyOf={(item) => item.id}
                    render={(item) => (
                      <span className={s.found}>
                        {item.name}
                        <span className="tertiary t-12">
                          {item.price}/{item.unit}
                        </span>
                      </span>
                    )}
                    onPick={take}
                  />
                </span>
                {row.anesthetic === null && (
                  <TextButton
                    icon="plus"
                    onClick={() => props.onChange({ ...row, anesthetic: { drug: '', dose: '', batch: '' } })}
                  >
                    局麻
                  </TextButton>
                )}
              </>
            )}
          </div>
        )
      }
    >
      <Words
        props={props}
        label={`处置第 ${index + 1} 行`}
        placeholder="处置经过"
        max={2000}
        value={row.content}
        onChange={(content) => props.onChange({ ...row, content })}
      />
    </Frame>
  )
}

type Given = NonNullable<RecordContent['treatments'][number]['anesthetic']>

function Anesthetic({ props, value }: { props: RowProps<'treatments'>; value: Given }) {
  if (props.readOnly)
    return (
      <span className={s.tariff}>
        局麻 {[value.drug, value.dose, value.batch && `批号 ${value.batch}`].filter(Boolean).join(' ')}
      </span>
    )
  const field = (key: keyof Given, label: string, width: number, max: number) => (
    <span style={{ width }}>
      <TextField
        size="sm"
        aria-label={`局麻${label}`}
        placeholder={label}
        maxLength={max}
        value={value[key]}
        onChange={(event) => props.onChange({ ...props.row, anesthetic: { ...value, [key]: event.target.value } })}
      />
    </span>
  )
  return (
    <span className={s.anesthetic}>
      局麻
      {field('drug', '药品', 132, 60)}
      {field('dose', '剂量', 80, 30)}
      {field('batch', '批号', 96, 40)}
      <IconButton
        icon="x"
        size="xs"
        label="去掉局麻"
        onClick={() => props.onChange({ ...props.row, anesthetic: null })}
      />
    </span>
  )
}
