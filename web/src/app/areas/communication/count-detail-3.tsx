import { MaxDose } from '../../../features/anaesthetic/index.ts'
import { CalculatorPage, useCalculatorPage } from './calculator-page.tsx'

/** /countDetail3: a child's dose. */
export default function CountDetail3() {
  const { open, links, recordTo } = useCalculatorPage()
  return (
    <CalculatorPage open={open}>
      <MaxDose open={open} links={links} recordTo={recordTo} child />
    </CalculatorPage>
  )
}
