import { parseTeeth } from '@dentin/clinical/teeth'
import type { ImplantLine } from '@dentin/contract/core/implant-line'
import type { RecordContent } from '@dentin/contract/record'
import { implantWords } from '@dentin/contract/record-words'
import { Select } from '../../ui/heavy.ts'
import { IconButton, TextField } from '../../ui/index.ts'
import { NumberText } from './NumberText.tsx'
import type { RowProps } from './Rows.tsx'
import s from './treatment-lines.module.css'

type Treatment = RecordContent['treatments'][number]

/** Offered while typed; anything else may be written. */
const brands = [
  'Straumann 士卓曼',
  'Nobel Biocare 诺贝尔',
  'Osstem 奥齿泰',
  'Dentium 登腾',
  'Astra Tech',
  'Ankylos',
  'Bego',
]

const teethOf = (row: Pick<Treatment, 'teeth'>): string[] => parseTeeth(row.teeth).map(({ code }) => code)

/** Whether lines for implants are offered: by what is written, what is charged, or the lines that are there. */
export const asksForImplants = (row: Treatment, items: readonly string[]): boolean =>
  (row.implants?.length ?? 0) > 0 || [row.content, ...items].some((words) => words.includes('种植'))

/** One more line for each tooth of the treatment that has none, or one where all have theirs. Maker and size go on from the line before. */
export function withImplants(row: Treatment): Treatment {
  const lines = row.implants ?? []
  const last = lines.at(-1) ?? { brand: '', diameter: null, length: null }
  const open = teethOf(row).filter((tooth) => !lines.some((line) => line.tooth === tooth))
  const more = (open.length > 0 ? open : ['']).map((tooth) => ({
    tooth,
    brand: last.brand,
    diameter: last.diameter,
    length: last.length,
    lot: '',
  }))
  return { ...row, implants: [...lines, ...more].slice(0, 16) }
}

/** The implants of a treatment, a line each, so that each can be traced. */
export function ImplantLines({ props }: { props: RowProps<'treatments'> }) {
  const { row } = props
  const lines = row.implants ?? []
  if (props.readOnly)
    return lines.map((line, n) => (
      <p key={n} className={s.read}>
        种植体 {implantWords(line)}
      </p>
    ))
  const put = (next: ImplantLine[]) => {
    const { implants: _, ...rest } = row
    props.onChange(next.length > 0 ? { ...rest, implants: next } : rest)
  }
  return lines.map((line, n) => (
    <Line
      key={n}
      name={`处置第 ${props.index + 1} 行种植体 ${n + 1}`}
      line={line}
      teeth={teethOf(row)}
      onChange={(next) => put(lines.map((each, at) => (at === n ? next : each)))}
      onRemove={() => put(lines.filter((_, at) => at !== n))}
    />
  ))
}

function Line({
  name,
  line,
  teeth,
  onChange,
  onRemove,
}: {
  /** Spoken name of the line. */
  name: string
  line: ImplantLine
  /** Of the treatment: one of them is the implant's. */
  teeth: readonly string[]
  onChange: (line: ImplantLine) => void
  onRemove: () => void
}) {
  const set = (part: Partial<ImplantLine>) => onChange({ ...line, ...part })
  const places = [...new Set([...teeth, ...(line.tooth ? [line.tooth] : [])])]
  return (
    <div className={s.line} role="group" aria-label={name}>
      <span className={s.number}>
        <Select
          size="sm"
          label={`${name}牙位`}
          placeholder="牙位"
          clearable
          searchable={false}
          options={places.map((value) => ({ value, label: value }))}
          value={line.tooth || null}
          onChange={(tooth) => set({ tooth: tooth ?? '' })}
        />
      </span>
      <span className={s.brand}>
        <TextField
          size="sm"
          aria-label={`${name}品牌`}
          placeholder="品牌"
          maxLength={40}
          suggest={brands}
          value={line.brand}
          onChange={({ target }) => set({ brand: target.value })}
        />
      </span>
      <span className={s.size}>
        <NumberText
          label={`${name}直径`}
          unit="mm"
          readOnly={false}
          value={line.diameter}
          onChange={(diameter) => set({ diameter })}
        />
      </span>
      <span className="secondary" aria-hidden>
        ×
      </span>
      <span className={s.size}>
        <NumberText
          label={`${name}长度`}
          unit="mm"
          readOnly={false}
          value={line.length}
          onChange={(length) => set({ length })}
        />
      </span>
      <span className={s.lot}>
        <TextField
          size="sm"
          aria-label={`${name}批号`}
          placeholder="批号"
          maxLength={40}
          data-lot
          value={line.lot}
          onChange={({ target }) => set({ lot: target.value })}
        />
      </span>
      <span className={s.remove}>
        <IconButton icon="x" size="xs" label={`去掉${name}`} onClick={onRemove} />
      </span>
    </div>
  )
}
