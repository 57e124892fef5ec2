import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useStaff } from '../../domain/staff.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { Field, MoneyInput, NumberField } from '../../ui/index.ts'
import { ToothPicker } from '../../ui/tooth/index.ts'
import { qtyFor, type DraftLine } from './draft.ts'
import s from './billing.module.css'

export interface LineDialogProps {
  line: DraftLine
  changePrice: boolean
  onClose: () => void
  onSave: (line: DraftLine) => void
}

/** Teeth, price, quantity and the line's own discount. */
export function LineDialog({ line, changePrice, onClose, onSave }: LineDialogProps) {
  const [next, setNext] = useState(line)
  const { doctors } = useStaff()
  // What a package sells is its price and its quantities: of its lines only the teeth are chosen.
  const isPacked = line.packageId !== null
  const set = (patch: Partial<DraftLine>) => setNext((now) => ({ ...now, ...patch }))
  return (
    <Dialog open sticky width={656} title={line.name} onClose={onClose} onSubmit={() => onSave(next)}>
      <div className={s.lineFields}>
        <Field
          label="单价"
          help={[
            isPacked ? `套餐 ${line.packageName ?? ''}` : '',
            changePrice || isPacked ? '' : '改价需店长同意',
            next.costPrice === null ? '' : `成本 ${formatYuanText(next.costPrice)}`,
          ]
            .filter(Boolean)
            .join('，')}
        >
          <MoneyInput value={next.price} disabled={isPacked} onChange={(price) => set({ price })} />
        </Field>
        <Field label="数量">
          <NumberField
            value={next.qty}
            onChange={(qty) => set({ qty: qty ?? 1, perTooth: false })}
            min={1}
            max={999}
            unit={next.unit}
            disabled={isPacked}
          />
        </Field>
        <Field
          label="单项折扣"
          help={next.canDiscount ? '90 即 9 折，100 不打折' : isPacked ? '套餐不再打折' : '这个项目不参与折扣'}
        >
          <NumberField
            value={next.discountPercent}
            onChange={(percent) => set({ discountPercent: percent ?? 100 })}
            min={0}
            max={100}
            unit="%"
            disabled={!next.canDiscount}
          />
        </Field>
      </div>
      <div className={s.lineFields}>
        <Field label="医生">
          <Select
            placeholder="随账单"
            clearable
            value={next.doctorId}
            options={doctors}
            onChange={(doctorId) => set({ doctorId })}
          />
        </Field>
      </div>
      <Field label="牙位" group>
        <ToothPicker
          value={parseTeeth(next.teeth)}
          onChange={(teeth) => {
            const text = formatTeeth(teeth)
            set({ teeth: text, qty: isPacked ? next.qty : qtyFor(next, text) })
          }}
        />
      </Field>
    </Dialog>
  )
}
