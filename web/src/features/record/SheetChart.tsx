import { chartDentition } from '@dentin/clinical/dentition'
import type { RecordNotation } from '@dentin/contract/core/papers'
import { ageYears } from '../../domain/person.ts'
import { ToothChart, ToothLegend } from '../../ui/tooth/index.ts'
import type { Printed } from './hooks.ts'
import s from './sheet.module.css'

/** The mouth as a visit left it, on the sheet of its record: what the PDF shows too. */
export function SheetChart({ sheet, notation, width }: { sheet: Printed; notation: RecordNotation; width: number }) {
  const age = ageYears(sheet.birthDay, sheet.visitTime)
  return (
    <div className={s.chart}>
      <ToothChart
        dentition={chartDentition(age, sheet.mouth)}
        age={age}
        notation={notation}
        conditions={sheet.mouth}
        selection={[]}
        readOnly
        width={width}
        label="口内现状（本次就诊后）"
      />
      <ToothLegend />
    </div>
  )
}
