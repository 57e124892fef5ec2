import { chartDentition } from '@dentin/clinical/dentition'
import type { RecordNotation } from '@dentin/contract/core/papers'
import { ageYears } from '../../domain/person.ts'
import { ToothChart, ToothLegend } from '../../ui/tooth/index.ts'
import type { Printed } from './hooks.ts'
import s from './sheet.module.css'

/** The teeth that a record marks, on its sheet. */
export function SheetChart({ sheet, notation, width }: { sheet: Printed; notation: RecordNotation; width: number }) {
  const age = ageYears(sheet.birthDay, sheet.visitTime)
  return (
    <div className={s.chart}>
      <ToothChart
        dentition={chartDentition(age, sheet.content.toothMarks)}
        age={age}
        notation={notation}
        conditions={sheet.content.toothMarks}
        selection={[]}
        readOnly
        size="small"
        width={width}
        label="本次标记的牙位"
      />
      <ToothLegend />
    </div>
  )
}
