import { Chooser } from '../../../features/anaesthetic/index.ts'
import { CalculatorPage, useCalculatorPage } from './calculator-page.tsx'

/** /anestheticCount: the four calculators of local anaesthetics; /anestheticCount1 for whoever has no token. */
export default function AnestheticCount() {
  const { open, to } = useCalculatorPage()
  return (
    <CalculatorPage open={open}>
      <Chooser to={to} />
    </CalculatorPage>
  )
}
