import { PayPage } from '../../../features/payment/index.ts'
import { useScreen } from '../../use-screen.ts'

/** /pay: an order is paid with Alipay, on Alipay's own page. */
export default function Pay() {
  return <PayPage by="alipay" title={useScreen()?.title} />
}
