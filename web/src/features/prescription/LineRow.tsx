import { doseUnits, handOutUnits, rxFrequencies, rxRoutes } from '@dentin/contract/core/prescription-words'
import { Select } from '../../ui/heavy.ts'
import { Field, IconButton, MoneyInput, NumberField, TextField, textOptions } from '../../ui/index.ts'
import { DoseHelper } from './DoseHelper.tsx'
import { workedQuantity, type DraftLine } from './model.ts'
import s from './prescription.module.css'

const same = <V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }))
const frequencies = textOptions(rxFrequencies).map(({ value, label }) => ({
  value: value as DraftLine['frequency'],
  label: `${value}　${label}`,
}))
const tests = [
  { value: 'none', label: '不需要' },
  { value: 'exempt', label: '免试' },
  { value: 'needed', label: '需试' },
  { value: 'negative', label: '阴性（已做）' },
] as const

/** One drug of a prescription that is being written. */
export function LineRow({
  line,
  index,
  age,
  weightKg,
  asksOverstep,
  errorOf,
  onChange,
  onRemove,
}: {
  line: DraftLine
  index: number
  age: number | null
  weightKg: number | null
  /** An antibiotic above the prescriber's tier, which an emergency allows for a day. */
  asksOverstep: boolean
  errorOf: (field: string) => string | undefined
  onChange: (patch: Partial<DraftLine>) => void
  onRemove: () => void
}) {
  const worked = workedQuantity(line)
  const error = (field: string) => errorOf(`items.${index}.${field}`)
  return (
    <section className={s.line} aria-label={`第 ${index + 1} 种药：${line.name}`}>
      <header className={s.lineHead}>
        <b>
          {index + 1}. {line.name}
        </b>
        {error('drugId') && <span className="danger t-12">{error('drugId')}</span>}
        <span className={s.push}>
          <IconButton icon="trash" size="sm" label={`去掉 ${line.name}`} onClick={onRemove} />
        </span>
      </header>
      <DoseHelper
        drugId={line.drugId}
        age={age}
        weightKg={weightKg}
        onTake={(mg) => onChange({ singleDose: mg, doseUnit: 'mg' })}
      />
      <div className={s.fields}>
        <Field label="规格" error={error('spec')}>
          {line.strengths.length > 1 ? (
            <Select
              value={line.spec}
              options={same(line.strengths)}
              onChange={(spec) => spec !== null && onChange({ spec })}
            />
          ) : (
            <TextField maxLength={60} value={line.spec} onChange={(event) => onChange({ spec: event.target.value })} />
          )}
        </Field>
        <Field label="单次用量" required error={error('singleDose')}>
          <NumberField
            value={line.singleDose}
            decimals={3}
            min={0}
            autoFocus={line.singleDose === null}
            onChange={(singleDose) => onChange({ singleDose })}
          />
        </Field>
        <Field label="单位">
          <Select
            value={line.doseUnit}
            options={same(doseUnits)}
            searchable={false}
            onChange={(doseUnit) => doseUnit !== null && onChange({ doseUnit })}
          />
        </Field>
        <Field label="用法">
          <Select
            value={line.route}
            options={same(rxRoutes)}
            searchable={false}
            onChange={(route) => route !== null && onChange({ route })}
          />
        </Field>
        <Field label="频次">
          <Select
            value={line.frequency}
            options={frequencies}
            onChange={(frequency) => frequency !== null && onChange({ frequency })}
          />
        </Field>
        <Field label="天数" required error={error('days')}>
          <NumberField value={line.days} min={1} max={90} onChange={(days) => onChange({ days })} />
        </Field>
        <Field label="总量" error={error('totalQty')}>
          <NumberField
            value={worked ?? line.totalQty}
            min={1}
            max={9999}
            disabled={worked !== null}
            onChange={(totalQty) => onChange({ totalQty })}
          />
        </Field>
        <Field label="总量单位">
          <Select
            value={line.unit}
            options={same(handOutUnits)}
            searchable={false}
            onChange={(unit) => unit !== null && onChange({ unit })}
          />
        </Field>
        <Field label="皮试" error={error('skinTest')}>
          <Select
            value={line.skinTest}
            options={tests}
            searchable={false}
            onChange={(skinTest) => skinTest !== null && onChange({ skinTest })}
          />
        </Field>
        <Field label="单价" error={error('price')}>
          <MoneyInput value={line.price} onChange={(price) => onChange({ price })} />
        </Field>
        <Field label="备注" error={error('remark')}>
          <TextField
            maxLength={60}
            placeholder="如：饭后"
            value={line.remark}
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        </Field>
        {(asksOverstep || line.overstep !== '') && (
          <Field label="越级使用理由（限一日量，24 小时内补办）" required error={error('overstep')} className={s.wide}>
            <TextField
              maxLength={200}
              placeholder="紧急情况和用药指征"
              value={line.overstep}
              onChange={(event) => onChange({ overstep: event.target.value })}
            />
          </Field>
        )}
      </div>
    </section>
  )
}
