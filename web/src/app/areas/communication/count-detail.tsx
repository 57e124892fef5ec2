import { MaxDose } from '../../../features/anaesthetic/index.ts'
import { CalculatorPage, useCalculatorPage } from './calculator-page.tsx'

/** /countDetail: the largest dose of one drug. */
export default function CountDetail() {
  const { open, links, recordTo } = useCalculatorPage()
  return (
    <CalculatorPage open={open}>
      <MaxDose open={open} links={links} recordTo={recordTo} />
    </CalculatorPage>
  )
}
