import { MixDose } from '../../../features/anaesthetic/index.ts'
import { CalculatorPage, useCalculatorPage } from './calculator-page.tsx'

/** /countDetail2: what is left after several drugs. */
export default function CountDetail2() {
  const { open, links, recordTo } = useCalculatorPage()
  return (
    <CalculatorPage open={open}>
      <MixDose open={open} links={links} recordTo={recordTo} />
    </CalculatorPage>
  )
}
