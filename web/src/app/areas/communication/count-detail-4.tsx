import { AdrenalineDose } from '../../../features/anaesthetic/index.ts'
import { CalculatorPage, useCalculatorPage } from './calculator-page.tsx'

/** /countDetail4: how much adrenaline one visit allows. */
export default function CountDetail4() {
  const { open, links } = useCalculatorPage()
  return (
    <CalculatorPage open={open}>
      <AdrenalineDose open={open} links={links} />
    </CalculatorPage>
  )
}
