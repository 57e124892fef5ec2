import { strippingSums } from '@dentin/clinical/orthodontics/ipr'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import { Chip, ChipGap, ChipRow } from './Chip.tsx'
import { pairTyped } from './model.ts'
import type { SetVisit } from './text.ts'
import s from './orthodontic.module.css'

const amounts = [0.1, 0.2, 0.3, 0.4, 0.5]

/** Enamel between teeth that touch, with the sum of each arch; typed as 11-21. */
export function StrippingRow({
  visit,
  mm,
  onMm,
  set,
  readOnly,
  problems,
}: {
  visit: OrthoVisitContent
  /** How much the next contact is taken down. */
  mm: number
  onMm: (mm: number) => void
  set: SetVisit
  readOnly: boolean
  problems: readonly string[]
}) {
  const [typed, setTyped] = useState('')
  const add = () => {
    const between = pairTyped(typed)
    if (!between) return
    set({ stripping: [...visit.stripping, { between, mm }] })
    setTyped('')
  }
  const sums = strippingSums(visit.stripping)
  return (
    <ChipRow label="片切" letter="I" problems={problems}>
      {amounts.map((each) => (
        <Chip key={each} pressed={mm === each} disabled={readOnly} onClick={() => onMm(each)}>
          {each} mm
        </Chip>
      ))}
      {!readOnly && (
        <span className={s.pair}>
          <TextField
            size="sm"
            aria-label="片切哪两颗牙之间"
            placeholder="11-21"
            value={typed}
            maxLength={7}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
            onBlur={add}
          />
        </span>
      )}
      <ChipGap />
      {visit.stripping.map(({ between, mm: taken }, index) => (
        <Chip
          // oxlint-disable-next-line react/no-array-index-key -- a contact may be taken down twice
          key={index}
          pressed
          disabled={readOnly}
          label={`取消片切 ${between.join('-')}`}
          onClick={() => set({ stripping: visit.stripping.filter((_, at) => at !== index) })}
        >
          {between.join('/')} {taken}
        </Chip>
      ))}
      {visit.stripping.length > 0 && (
        <span className="secondary t-13 num">
          上颌共 {sums.upper} mm，下颌共 {sums.lower} mm
        </span>
      )}
    </ChipRow>
  )
}
