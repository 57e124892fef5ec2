import { cartridgesOf, lineWords } from '@dentin/contract/record-words'
import { anaesthetics } from '@dentin/clinical/anaesthetic-data'
import { mgOf, OTHER_ANAESTHETIC } from '@dentin/clinical/anaesthetic-lines'
import { anaestheticTechniques } from '@dentin/clinical/anaesthetic-words'
import { formatTeeth, parseTeeth } from '@dentin/clinical/teeth'
import { anaesthetic } from '@dentin/contract/anaesthetic'
import type { AnaestheticLine } from '@dentin/contract/core/anaesthetic-line'
import { formatTime } from '@dentin/kit/datetime'
import { present, presentDay } from '../../lib/present.ts'
import { useCall } from '../../lib/query.ts'
import { DatePicker, Select } from '../../ui/heavy.ts'
import { IconButton, Popover, Segmented, TextButton, TextField } from '../../ui/index.ts'
import { ToothCross, ToothPicker } from '../../ui/tooth/index.ts'
import { newLine, withDrug } from './anaesthetics.ts'
import { NumberText } from './NumberText.tsx'
import type { RowProps } from './Rows.tsx'
import s from './treatment-lines.module.css'

const drugs = [
  ...anaesthetics.map(({ id, nameZh }) => ({ value: id, label: nameZh })),
  { value: OTHER_ANAESTHETIC, label: '其他（表内没有）' },
]
const techniques = anaestheticTechniques.map((value) => ({ value, label: value }))

/** What a new line takes from the visit. */
export interface InjectionFacts {
  visitDay: string
  doctorName: string
}

/** A line begun now: on the teeth of its treatment, at this minute when the visit is today's. */
export const lineNow = (teeth: string, { visitDay, doctorName }: InjectionFacts): AnaestheticLine =>
  newLine({ teeth, givenBy: doctorName, time: visitDay === presentDay() ? formatTime(present()) : '' })

/** The local anaesthetics of a treatment, a line each. */
export function AnaestheticLines({ props, facts }: { props: RowProps<'treatments'>; facts: InjectionFacts }) {
  const lines = props.row.anaesthetics ?? []
  if (props.readOnly)
    return lines.map((line, n) => (
      <p key={n} className={s.read}>
        局麻 {lineWords(line)}
      </p>
    ))
  const put = (next: AnaestheticLine[]) => props.onChange({ ...props.row, anaesthetics: next })
  return lines.map((line, n) => (
    <Line
      key={n}
      name={`处置第 ${props.index + 1} 行局麻 ${n + 1}`}
      line={line}
      facts={facts}
      onChange={(next) => put(lines.map((each, at) => (at === n ? next : each)))}
      onRemove={() => put(lines.filter((_, at) => at !== n))}
    />
  ))
}

interface LineProps {
  /** Spoken name of the line. */
  name: string
  line: AnaestheticLine
  facts: InjectionFacts
  onChange: (line: AnaestheticLine) => void
  onRemove: () => void
}

function Line({ name, line, facts, onChange, onRemove }: LineProps) {
  const set = (part: Partial<AnaestheticLine>) => onChange({ ...line, ...part })
  const [mg, cartridges] = [mgOf(line), cartridgesOf(line)]
  const text = (key: 'lot' | 'reaction' | 'givenBy' | 'time', label: string, max: number, suggest?: string[]) => (
    <TextField
      size="sm"
      aria-label={`${name}${label}`}
      placeholder={label}
      maxLength={max}
      data-lot={key === 'lot' || undefined}
      value={line[key]}
      {...(suggest ? { suggest } : {})}
      onChange={({ target }) => set({ [key]: target.value })}
    />
  )
  return (
    <div className={s.line} role="group" aria-label={name}>
      <span className={s.drug}>
        <Select
          size="sm"
          label={`${name}麻药`}
          placeholder="麻药"
          searchable={false}
          options={drugs}
          value={line.drug || null}
          onChange={(drug) => drug && onChange(withDrug(line, drug))}
        />
      </span>
      {line.drug === OTHER_ANAESTHETIC && <Other name={name} line={line} set={set} />}
      <span className={s.number}>
        <NumberText label={`${name}用量`} unit="ml" readOnly={false} value={line.ml} onChange={(ml) => set({ ml })} />
      </span>
      <span className={s.worked}>
        {cartridges !== null && `${cartridges} 支`}
        {mg !== null && `　${mg} mg`}
      </span>
      <span className={s.short}>
        <Select
          size="sm"
          label={`${name}方法`}
          placeholder="方法"
          searchable={false}
          options={techniques}
          value={line.technique || null}
          onChange={(technique) => technique && set({ technique })}
        />
      </span>
      <Popover
        content={
          <ToothPicker value={parseTeeth(line.teeth)} onChange={(teeth) => set({ teeth: formatTeeth(teeth) })} />
        }
      >
        <button type="button" className={s.teeth} title="麻醉牙位">
          <span className="sr-only">{name}牙位：</span>
          <ToothCross fixed teeth={parseTeeth(line.teeth)} />
        </button>
      </Popover>
      <span className={s.remove}>
        <IconButton icon="x" size="xs" label={`去掉${name}`} onClick={onRemove} />
      </span>
      <span className={s.break} />
      <span className={s.time}>{text('time', '时间', 5)}</span>
      <span className={s.short}>{text('lot', '批号', 40)}</span>
      <span className={s.date}>
        <DatePicker
          label={`${name}有效期`}
          placeholder="有效期"
          value={line.expiry || null}
          onChange={(expiry) => set({ expiry: expiry ?? '' })}
        />
      </span>
      <Segmented
        size="sm"
        label={`${name}回抽`}
        options={[
          { value: '-', label: '回抽 −' },
          { value: '+', label: '回抽 +' },
        ]}
        value={line.aspiration || null}
        onChange={(aspiration) => set({ aspiration: aspiration === '+' ? '+' : '-' })}
      />
      <span className={s.reaction}>
        {text('reaction', '反应', 100, ['无不良反应', '心悸', '头晕', '晕厥', '过敏'])}
      </span>
      <span className={s.short}>{text('givenBy', '注射者', 20)}</span>
      {line.lot === '' && <Lots onPick={onChange} line={line} />}
      {line.expiry !== '' && line.expiry < facts.visitDay && <p className={s.bad}>批号已过有效期，请核对</p>}
    </div>
  )
}

/** A drug that is not in the table: its name, strength and adrenaline by hand. */
function Other({
  name,
  line,
  set,
}: {
  name: string
  line: AnaestheticLine
  set: (part: Partial<AnaestheticLine>) => void
}) {
  return (
    <>
      <span className={s.middle}>
        <TextField
          size="sm"
          aria-label={`${name}名称`}
          placeholder="名称"
          maxLength={40}
          value={line.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </span>
      <span className={s.number}>
        <NumberText
          label={`${name}浓度`}
          unit="%"
          readOnly={false}
          value={line.concentration}
          onChange={(concentration) => set({ concentration })}
        />
      </span>
      <span className={s.short}>
        <Select
          size="sm"
          label={`${name}肾上腺素`}
          placeholder="不含肾上腺素"
          clearable
          searchable={false}
          options={['1:50000', '1:80000', '1:100000', '1:200000'].map((value) => ({ value, label: value }))}
          value={line.vasoconstrictor || null}
          onChange={(ratio) => set({ vasoconstrictor: ratio ?? '' })}
        />
      </span>
    </>
  )
}

/** The lots that the clinic used last, one press each; of the line's drug where one is chosen. */
function Lots({ line, onPick }: { line: AnaestheticLine; onPick: (line: AnaestheticLine) => void }) {
  const lots = useCall(anaesthetic.lots, {}, { staleTime: 0 }).data ?? []
  const fitting = lots.filter(({ drug }) => line.drug === '' || drug === line.drug)
  if (fitting.length === 0) return null
  return (
    <div className={s.lots}>
      <span className="tertiary t-12">最近批号</span>
      {fitting.map(({ drug, lot, expiry }) => (
        <TextButton
          key={`${drug} ${lot}`}
          onClick={() => onPick({ ...(line.drug === '' ? withDrug(line, drug) : line), lot, expiry })}
        >
          {lot}
        </TextButton>
      ))}
    </div>
  )
}
